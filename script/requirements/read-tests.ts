/** A test that shows rows of the specification. */
export interface Shown {
  /** Ids such as `GATE-207`. */
  rows: string[]
  title: string
  file: string
}

/** What was found in a test file, and ids that stand where they count for nothing. */
export interface TestFile {
  shown: Shown[]
  strays: { file: string; line: number; row: string }[]
}

const rowId = /\b[A-Z]+-\d{3}\b/g
const comment = /^\s*\/\//
const testCall = /^\s*(?:test|it)(?:\.\w+)*\s*[(`]/
/** Lines of a loop's head: its table of cases. */
const longestLoopHead = 20
/** The first text in quotes behind the call: the title, of `test.each(…)(title)` too, whose table is passed over. */
const quoted = /(['"`])((?:\\.|(?!\1).)*)\1/s

/**
 * Reads which rows each test shows: a test names them in the comment right above it. An id in any other comment is a stray: it
 * would look like evidence and be none.
 */
export function readTests(source: string, file: string): TestFile {
  const lines = source.split('\n')
  const shown: Shown[] = []
  const strays: TestFile['strays'] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (!comment.test(lines[at] ?? '')) continue
    const first = at
    while (comment.test(lines[at + 1] ?? '')) at += 1
    const block = lines.slice(first, at + 1)
    const rows = block.flatMap((line) => line.match(rowId) ?? [])
    if (rows.length === 0) continue
    const title = titleBelow(lines.slice(at + 1))
    if (title) shown.push({ rows: [...new Set(rows)], title, file })
    else for (const row of rows) strays.push({ file, line: first + 1, row })
  }
  return { shown, strays }
}

/** The title of the test that stands right below a comment. */
function titleBelow(lines: readonly string[]): string | undefined {
  const following = withoutLoop(lines)
  return testCall.test(following[0] ?? '') ? titleOf(following.join('\n')) : undefined
}

/** A loop over cases may be between the comment and the test of each case: its head, up to the call, is passed over. */
function withoutLoop(lines: readonly string[]): readonly string[] {
  if (!/^\s*for \(/.test(lines[0] ?? '')) return lines
  const call = lines.findIndex((line) => testCall.test(line))
  return call > 0 && call <= longestLoopHead ? lines.slice(call) : []
}

/** The title of the call that `code` starts with. */
function titleOf(code: string): string | undefined {
  const call = /^\s*(?:test|it)((?:\.\w+)*)/.exec(code)
  if (!call) return undefined
  const rest = code.slice(call[0].length)
  const behindTable = call[1]?.includes('.each') ? afterBrackets(rest) : rest
  return quoted.exec(behindTable)?.[2]?.replace(/\\(['"`])/g, '$1')
}

/** What follows the first balanced pair of round brackets; brackets within quotes are rare in tables, and cost a title only. */
function afterBrackets(code: string): string {
  let depth = 0
  for (let at = 0; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth === 0 && code[at] === ')') return code.slice(at + 1)
  }
  return ''
}
