import { describe, expect, it } from 'vitest'
import { blocksOf, spansOf } from '../src/pages/privacy/markdown'

describe('the notice of a host', () => {
  it('has headings, lists and paragraphs', () => {
    expect(blocksOf('# One\n\nTwo\nlines\n\n- a\n- b\n  more\n\n- c')).toEqual([
      { kind: 'heading', spans: [{ text: 'One' }] },
      { kind: 'paragraph', spans: [{ text: 'Two' }, { text: ' ' }, { text: 'lines' }] },
      { kind: 'list', items: [[{ text: 'a' }], [{ text: 'b' }, { text: ' ' }, { text: 'more' }]] },
      { kind: 'list', items: [[{ text: 'c' }]] },
    ])
  })

  it('has bold words and links to pages and people', () => {
    expect(spansOf('**Write** to [us](mailto:us@example.org) or [read](https://example.org/a).')).toEqual([
      { text: 'Write', bold: true },
      { text: ' to ' },
      { text: 'us', href: 'mailto:us@example.org' },
      { text: ' or ' },
      { text: 'read', href: 'https://example.org/a' },
      { text: '.' },
    ])
  })

  it.each(['[click](javascript:alert(1))', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[x](data:text/html,hi)'])('leaves %s as plain text', (text) => {
    expect(spansOf(text)).toEqual([{ text }])
  })
})
