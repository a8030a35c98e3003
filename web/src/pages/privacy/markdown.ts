/** The little Markdown of a host's notice, as parts to draw: headings, lists, paragraphs, bold, links. Nothing of it is ever HTML. */

export interface Span {
  text: string
  bold?: boolean
  /** Only http, https and mailto. */
  href?: string
}

export type Block = { kind: 'heading' | 'paragraph'; spans: Span[] } | { kind: 'list'; items: Span[][] }

const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g

/** A line in parts. What is not understood stays as it was written. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = []
  let read = 0
  for (const found of line.matchAll(INLINE)) {
    if (found.index > read) spans.push({ text: line.slice(read, found.index) })
    const [whole, bold, text, href] = found
    spans.push(bold !== undefined ? { text: bold, bold: true } : { text: text as string, href: href as string })
    read = found.index + whole.length
  }
  if (read < line.length) spans.push({ text: line.slice(read) })
  return spans
}

/** A text as blocks, which blank lines part. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open = false // the last block goes on
  for (const line of text.split('\n').map((one) => one.trim())) {
    const last = open ? blocks.at(-1) : undefined
    const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? []
    const [, item] = /^[-*]\s+(.*)$/.exec(line) ?? []
    open = line !== '' && heading === undefined
    if (heading !== undefined) blocks.push({ kind: 'heading', spans: spansOf(heading) })
    else if (item !== undefined && last?.kind === 'list') last.items.push(spansOf(item))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [spansOf(item)] })
    else if (line && last?.kind === 'paragraph') last.spans.push({ text: ' ' }, ...spansOf(line))
    else if (line && last?.kind === 'list') last.items.at(-1)?.push({ text: ' ' }, ...spansOf(line))
    else if (line) blocks.push({ kind: 'paragraph', spans: spansOf(line) })
  }
  return blocks
}
