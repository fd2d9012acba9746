/** Statuses of a course and a SCO: 0 not started, 1 started, 2 completed, 3 failed. */
export type CourseStatus = 0 | 1 | 2 | 3

/** What SCORM 1.2 calls the statuses, as prerequisites ask for them. */
const named: Readonly<Record<string, (status: CourseStatus) => boolean>> = {
  passed: (status) => status === 2,
  completed: (status) => status === 2,
  failed: (status) => status === 3,
  incomplete: (status) => status === 1,
  browsed: () => false,
  'not attempted': (status) => status === 0,
  p: (status) => status === 2,
  c: (status) => status === 2,
  f: (status) => status === 3,
  i: (status) => status === 1,
  b: () => false,
  n: (status) => status === 0,
}

const tokensOf = (script: string): string[] | undefined => {
  const tokens: string[] = []
  const pattern = /\s*(<>|[&|~=(){},*]|"[^"]*"|[^\s&|~=<>(){},*"]+)/y
  const text = script.trim()
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (!found?.[1]) return undefined
    tokens.push(found[1])
  }
  return tokens
}

/** Deep enough for any author; a script that nests deeper is none. */
const deepest = 50

/**
 * Whether the prerequisites of an item are met, as SCORM 1.2 writes them (AICC script: `A & (B | ~C)`, `A="passed"`, `2*{A,B,C}`).
 * A name represents a completed SCO; `statusOf` knows it, and names of blocks. Undefined if the script can't be read.
 */
export const meetsPrerequisites = (
  script: string,
  statusOf: (identifier: string) => CourseStatus | undefined,
): boolean | undefined => {
  const tokens = tokensOf(script)
  if (!tokens) return undefined
  if (tokens.length === 0) return true
  let at = 0
  let depth = 0
  const take = (token: string) => tokens[at] === token && ++at > 0
  const fail = (): never => {
    throw new SyntaxError(script)
  }
  const within = <T>(read: () => T): T => {
    depth += 1
    if (depth > deepest) fail()
    const value = read()
    depth -= 1
    return value
  }
  const either = (): boolean => {
    let value = both()
    while (take('|')) value = [both(), value].includes(true)
    return value
  }
  const both = (): boolean => {
    let value = one()
    while (take('&')) value = ![one(), value].includes(false)
    return value
  }
  const set = (least: number): boolean => {
    if (!take('{')) fail()
    const values = [within(either)]
    while (take(',')) values.push(within(either))
    if (!take('}')) fail()
    return values.filter(Boolean).length >= least
  }
  const inBrackets = (): boolean => {
    const value = within(either)
    if (!take(')')) fail()
    return value
  }
  const one = (): boolean => {
    if (take('~')) return !within(one)
    if (take('(')) return inBrackets()
    const name = tokens[at++] ?? fail()
    return /^\d+$/.test(name) && take('*') ? set(Number(name)) : standing(name)
  }
  const standing = (name: string): boolean => {
    if (!/[^&|~=<>(){},*]/.test(name)) fail()
    const status = statusOf(name.replaceAll('"', ''))
    const isEqual = take('=')
    if (!isEqual && !take('<>')) return status === 2
    const asked = (tokens[at++] ?? fail()).replaceAll('"', '').toLowerCase()
    const asks = Object.hasOwn(named, asked) ? named[asked] : undefined
    if (!asks) return fail()
    return (status !== undefined && asks(status)) === isEqual
  }
  try {
    const value = either()
    return at === tokens.length ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
