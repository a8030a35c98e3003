// The page of the operator. The token lives in this variable alone: it is gone when the page is left.
'use strict'
let token = ''

const at = (id) => document.getElementById(id)
const moment = (milliseconds) => (milliseconds ? new Date(milliseconds).toLocaleString() : '')

/** An element with text: nothing of what people wrote is ever read as HTML. */
function make(name, text = '', ...children) {
  const made = document.createElement(name)
  made.textContent = text
  made.append(...children)
  return made
}

function button(text, act) {
  const made = make('button', text)
  made.type = 'button'
  made.addEventListener('click', () => attempt(act))
  return made
}

function row(cells, ...buttons) {
  return make('tr', '', ...cells.map((text) => make('td', String(text ?? ''))), make('td', '', ...buttons))
}

async function ask(path, method = 'GET', body = undefined) {
  const response = await fetch(`/api/admin/${path}`, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message ?? response.statusText)
  return answer
}

async function attempt(act) {
  at('problem').hidden = true
  try {
    await act()
  } catch (error) {
    at('problem').textContent = error.message
    at('problem').hidden = false
    at('problem').scrollIntoView({ block: 'nearest' })
  }
}

function wordsOf(messages, person) {
  const quote = make('blockquote')
  for (const one of messages) {
    const line = make('p', `${moment(one.at)} ${one.name}: ${one.text}`)
    if (one.person === person) line.classList.add('about')
    if (one.removed) line.classList.add('removed')
    quote.append(line)
  }
  return quote
}

function show(...children) {
  at('shown-body').replaceChildren(...children)
  at('shown').showModal()
}

async function ban(kind, value, why = '', days = null) {
  if (!confirm(`Ban the ${kind} ${value}${days ? ` for ${days} days` : ' for good'}?`)) return
  await ask('bans', 'POST', { kind, value, why, ...(days ? { days } : {}) })
  await refresh()
}

async function showTable(id) {
  const { table, said } = await ask(`tables/${id}`)
  const seats = make('ul')
  for (const seat of table.seats) {
    const line = make('li', `${seat.seat}: ${seat.name ?? '–'} ${seat.level ? `(bot, ${seat.level})` : (seat.person ?? '')} `)
    if (seat.person) line.append(button('Ban', () => ban('person', seat.person)))
    seats.append(line)
  }
  show(make('h2', `${table.id} · ${table.status} · ${table.config.edition}`), seats, wordsOf(said, null))
}

async function showPerson(id) {
  const person = await ask(`people/${encodeURIComponent(id)}`)
  const tables = make('p', 'Tables: ')
  for (const table of person.tables) tables.append(button(table, () => showTable(table)))
  show(make('h2', `${person.name ?? '–'} · ${person.id}`), make('p', person.banned ? 'banned' : 'not banned'), make('p', `Reports: ${person.reports.length}`), tables)
}

async function refresh() {
  const status = at('status').value
  const [reports, bans, tables, people] = await Promise.all([
    ask(`reports${at('all-reports').checked ? '?all=true' : ''}`),
    ask('bans'),
    ask(`tables${status ? `?status=${status}` : ''}`),
    ask(`people?name=${encodeURIComponent(at('name').value)}`),
  ])
  at('report-list').replaceChildren(
    ...reports.map((one) =>
      make(
        'li',
        '',
        make('p', `${moment(one.at)} · ${one.reason} · ${one.name} (${one.person}) at ${one.table}${one.is_open ? '' : ' · closed'}`),
        make('p', one.note),
        wordsOf(one.words, one.person),
        button('Ban person', () => ban('person', one.person, `report ${one.id}`)),
        button('Look at table', () => showTable(one.table)),
        button('Look at reporter', () => showPerson(one.reporter)),
        button('Close report', async () => (await ask(`reports/${one.id}/close`, 'POST'), await refresh())),
        button('Delete report', async () => (await ask(`reports/${one.id}`, 'DELETE'), await refresh())),
      ),
    ),
  )
  at('ban-list').replaceChildren(
    ...bans.map((one) =>
      row(
        [one.kind, one.value, moment(one.at), one.until ? moment(one.until) : 'for good', one.why],
        button('Unban', async () => (await ask('unban', 'POST', { kind: one.kind, value: one.value }), await refresh())),
      ),
    ),
  )
  at('table-list').replaceChildren(
    ...tables.map((one) =>
      row(
        [one.id, one.status, one.edition, moment(one.at), one.seats.map((seat) => seat.name ?? '–').join(', ')],
        button('Look', () => showTable(one.id)),
        button('Close', async () => {
          if (confirm(`Close table ${one.id} for good?`)) await ask(`tables/${one.id}/close`, 'POST').then(refresh)
        }),
        button('Delete', async () => {
          if (confirm(`Delete table ${one.id} with its log? This cannot be undone.`)) await ask(`tables/${one.id}`, 'DELETE').then(refresh)
        }),
      ),
    ),
  )
  at('person-list').replaceChildren(
    ...people.map((one) => row([one.name, one.id, one.kind, moment(one.seen)], button('Look', () => showPerson(one.id)), button('Ban', () => ban('person', one.id)))),
  )
}

function enter(isIn) {
  document.querySelector('main').hidden = !isIn
  at('leave').hidden = !isIn
  at('enter').hidden = isIn
}

at('enter').addEventListener('submit', (event) => {
  event.preventDefault()
  token = at('token').value.trim()
  at('token').value = ''
  attempt(async () => {
    await refresh()
    enter(true)
  })
})
at('leave').addEventListener('click', () => {
  token = ''
  for (const id of ['report-list', 'ban-list', 'table-list', 'person-list']) at(id).replaceChildren()
  enter(false)
})
at('ban').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(() => ban(at('ban-kind').value, at('ban-value').value.trim(), at('ban-why').value.trim(), Number(at('ban-days').value) || null))
})
at('search').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(refresh)
})
at('status').addEventListener('change', () => attempt(refresh))
at('all-reports').addEventListener('change', () => attempt(refresh))
at('close-shown').addEventListener('click', () => at('shown').close())
