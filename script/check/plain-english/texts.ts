/** Prose of one file, or the subject of a commit. */
export interface Text {
  /** `words`: errors, log lines, messages and paragraphs of documents. */
  readonly kind: 'comment' | 'title' | 'words' | 'subject'
  /** The path of its file, or `commit` with a short hash. */
  readonly source: string
  /** The line of its first character, counted from 1. */
  readonly line: number
  readonly text: string
}

const blank = (found: string) => found.replaceAll(/[^\n]/g, '_')

/** Masks code, quotations and addresses, since their wording can't be changed. The length stays the same. */
const maskQuoted = (text: string) =>
  text
    .replaceAll(/`[^`\n]*`/g, blank)
    .replaceAll(/“[^”]*”|(?<![\w(])"[^"\n]*"/g, blank)
    .replaceAll(/https?:\/\/\S+|\]\([^)]*\)/g, blank)

/** The marks before the text of a line of a comment. */
const commentMark = /^\s*(?:\/\/+|\/\*+|\*(?!\/)|\{\/\*+)\s?/
const trailingComment = /^\s*[^\s/](?:[^'"`/]|'[^']*'|"[^"]*"|`[^`]*`|\/(?!\/))*\s\/\/ (.+)$/

/** Finds the comments of a TypeScript or CSS file. Consecutive lines of one comment form one text. */
const commentsIn = (lines: readonly string[], source: string): Text[] => {
  const texts: Text[] = []
  let open: { line: number; lines: string[]; isBlock: boolean } | undefined
  const close = () => {
    if (open) texts.push({ kind: 'comment', source, line: open.line, text: open.lines.join('\n') })
    open = undefined
  }
  for (const [index, line] of lines.entries()) {
    const mark = commentMark.exec(line)?.[0]
    if (mark === undefined || (!open?.isBlock && /^\s*\*/.test(line))) {
      close()
      const trailing = trailingComment.exec(line)?.[1]
      if (trailing !== undefined) texts.push({ kind: 'comment', source, line: index + 1, text: trailing })
      continue
    }
    const isBlock = open?.isBlock === true || /\/\*/.test(mark)
    if (open && open.isBlock !== isBlock) close()
    open ??= { line: index + 1, lines: [], isBlock }
    open.lines.push(line.slice(mark.length).replace(/\s*\*\/\}?\s*$/, ''))
    if (open.isBlock && line.includes('*/')) close()
  }
  close()
  return texts
}

const quoted = `'((?:[^'\\\\\\n]|\\\\.)*)'|"((?:[^"\\\\\\n]|\\\\.)*)"|\`((?:[^\`\\\\\\n]|\\\\.)*)\``
/** Calls with a text for readers: titles of tests (the first group), errors, refusals and log lines. */
const spoken = new RegExp(
  `(?:(\\b(?:test|it|describe)(?:\\.\\w+)*\\(|\\]\\)\\(|^\\s*\\)\\()|\\bnew \\w*Error\\(|\\b(?:refuse|invalid|fail)\\((?:'[A-Z_]+', )?|\\b(?:log|logger|console)\\.(?:fatal|error|warn|info|debug|log)\\((?:\\{[^}]*\\}, )?)\\s*(?:${quoted})`,
  'gm',
)

const spokenIn = (content: string, source: string): Text[] =>
  [...content.matchAll(spoken)].map((match) => {
    const text = (match[2] ?? match[3] ?? match[4] ?? '').replaceAll(/\$\{[^}]*\}/g, blank)
    const line = content.slice(0, match.index + match[0].length - text.length).split('\n').length
    return { kind: match[1] === undefined ? 'words' : 'title', source, line, text }
  })

/** Splits a document into paragraphs, items of lists and rows of tables. Skips blocks of code. */
const paragraphsIn = (content: string, source: string): Text[] => {
  const prose = content.replaceAll(/^ *```[\s\S]*?^ *```/gm, blank)
  return [...prose.matchAll(/(?:^(?!\s*$|_+$).+\n?(?:(?!\s*(?:[-*|#]|\d+\.) )(?!\s*$).+\n?)*)/gm)].map(
    ({ 0: text, index }) => ({
      kind: 'words',
      source,
      line: prose.slice(0, index).split('\n').length,
      text: text.replace(/^(?:\s*(?:[-*|#>]+|\d+\.) )+/, (mark) => mark.replaceAll(/[^\n]/g, '')),
    }),
  )
}

const messagesIn = (content: string, source: string): Text[] =>
  content.split('\n').flatMap((line, index) => {
    const text = /^\s*"[^"]+": "(.*)",?$/.exec(line)?.[1]
    return text === undefined ? [] : [{ kind: 'words', source, line: index + 1, text }]
  })

/** Reads the prose of a file: comments, test titles, errors, log lines, messages or paragraphs. Masks code and quotations. */
export const textsOfFile = (source: string, content: string): Text[] => {
  const texts = source.endsWith('.md')
    ? paragraphsIn(content, source)
    : source.endsWith('.json')
      ? messagesIn(content, source)
      : [...commentsIn(content.split('\n'), source), ...spokenIn(content, source)]
  return texts.map((text) => ({ ...text, text: maskQuoted(text.text) }))
}
