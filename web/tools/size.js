// What comes over the wire when a stranger opens a link on a phone with a slow connection: every byte of every answer,
// headers too, and of the socket, until the first possible action, and until nothing more comes.
// `node tools/size.js http://127.0.0.1:8000 [LANGUAGE] [EDITION] [--each]`, as lines of JSON.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const QUIET = 1500 // milliseconds without a byte
const SLOW_4G = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const FOUND = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browserPath = process.env.CHROMIUM ?? FOUND

/** Ask the server for something, as a guest of one's own. */
async function guest(address) {
  const cookie = ((await fetch(`${address}/api/me`)).headers.get('set-cookie') ?? '').split(';')[0]
  return async (path, body) => {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/** Open a page and count. */
async function weigh(browser, address, path, ready, profile, slow = true) {
  const context = await browser.newContext(profile)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const urls = new Map()
  const each = []
  let sum = 0
  let last
  const add = (what, bytes) => {
    sum += bytes
    last = Date.now()
    each.push([what, bytes])
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url.slice(address.length)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(urls.get(requestId) ?? '?', encodedDataLength))
  session.on('Network.webSocketFrameReceived', ({ response }) => add('socket', Buffer.byteLength(response.payloadData)))
  await session.send('Network.enable')
  if (slow) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  }
  const begun = Date.now()
  await page.goto(`${address}${path}`, { waitUntil: 'commit' })
  await page.waitForFunction((selector) => document.querySelector(selector), ready, { polling: 'raf' })
  const [action, ms] = [sum, Date.now() - begun]
  last = Date.now()
  while (Date.now() - last < QUIET) await page.waitForTimeout(100)
  await context.close()
  return { action, settled: sum, ms, each }
}

/** Everything, for a server that runs. */
export async function sizes(address, language = 'en', edition = 'clasico') {
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  try {
    const ask = await guest(address)
    const running = await ask('/api/quick', { edition, seats: 4, clock: { type: 'none' } })
    const open = await ask('/api/tables', { edition, seats: 4 })
    const phone = { viewport: { width: 390, height: 844 }, locale: language }
    return {
      start: await weigh(browser, address, '/', 'main button.start', phone),
      lobby: await weigh(browser, address, `/t/${open.table}`, 'main button', phone),
      table: await weigh(browser, address, `/t/${running.table}`, '[data-space]', phone),
    }
  } finally {
    await browser.close()
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const isLong = process.argv.includes('--each')
  const [address = 'http://127.0.0.1:8000', language, edition] = process.argv.slice(2).filter((one) => one !== '--each')
  for (const [page, { each, ...found }] of Object.entries(await sizes(address, language, edition))) {
    console.log(JSON.stringify({ page, ...found }))
    if (isLong) for (const [what, bytes] of each.sort((one, two) => two[1] - one[1])) console.log(`${String(bytes).padStart(9)}  ${what}`)
  }
}
