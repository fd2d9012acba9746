/** A stretch of a GIFT file between empty lines: a question, or a category for those that follow. */
export interface GiftBlock {
  /** Of its first line, counted from 1. */
  readonly line: number
  readonly category: string
  readonly text: string
}

/** Characters with a backslash before them represent themselves: they are put aside as characters of no text's own. */
const aside: Readonly<Record<string, string>> = {
  '~': '\ue000',
  '=': '\ue001',
  '#': '\ue002',
  '{': '\ue003',
  '}': '\ue004',
  ':': '\ue005',
  '\\': '\ue006',
  n: '\ue007',
}
const back = new Map(Object.entries(aside).map(([one, retained]) => [retained, one === 'n' ? '\n' : one]))

/** A text in which only what GIFT gives a meaning has one. */
const putAside = (text: string): string =>
  text.replace(/[\ue000-\ue007]/g, '').replace(/\\([~=#{}:n\\])/g, (whole, one: string) => aside[one] ?? whole)

/** The text as it is meant, characters that were put aside among it. */
export const putBack = (text: string): string => text.replace(/[\ue000-\ue007]/g, (one) => back.get(one) ?? one)

/** Whether braces are open behind a line, where they were or weren't before it. */
const isOpenBehind = (line: string, wasOpen: boolean): boolean => {
  const at = Math.max(line.lastIndexOf('{'), line.lastIndexOf('}'))
  return at < 0 ? wasOpen : line[at] === '{'
}

/** A line as it counts: a comment has nothing in it, and `named` is the category that it begins. */
const readLine = (raw: string) => {
  const line = /^\s*\/\//.test(raw) ? '' : putAside(raw)
  const [, named] = /^\s*\$CATEGORY:\s*(.*)$/i.exec(line) ?? []
  return { line, isComment: line === '' && raw.trim() !== '', named }
}

/** The blocks of a file. An empty line within braces ends none, unless what follows begins as a question does. */
export const blocksOf = (source: string): GiftBlock[] => {
  const blocks: GiftBlock[] = []
  let category = ''
  let lines: string[] = []
  let first = 1
  let isOpen = false
  const end = () => {
    const text = lines.join('\n').trim()
    if (text !== '') blocks.push({ line: first, category, text })
    lines = []
    isOpen = false
  }
  for (const [at, raw] of source
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const { line, isComment, named } = readLine(raw)
    if (named !== undefined) {
      end()
      category = putBack(named).trim()
      continue
    }
    if (lines.length > 0 && /^\s*::/.test(line) && isOpen) end()
    if (line.trim() === '' && !isComment && !isOpen) end()
    else if (!isComment) {
      if (lines.length === 0) first = at + 1
      lines.push(line)
      isOpen = isOpenBehind(line, isOpen)
    }
  }
  end()
  return blocks
}
