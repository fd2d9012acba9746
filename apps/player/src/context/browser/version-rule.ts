/** A version as its dotted numbers, as far as they are numbers: `118.0.5993` is 118, 0, 5993. */
export const versionParts = (version: string): number[] =>
  version
    .split('.')
    .map((part) => Number.parseInt(part, 10))
    .filter((part) => Number.isFinite(part))

/** Compares by the dotted numbers, as far as `rule` gives them: 118.0.1 equals the rule 118. */
export const compareVersion = (version: string, rule: string): number => {
  const actual = versionParts(version)
  for (const [index, part] of versionParts(rule).entries()) {
    const difference = (actual[index] ?? 0) - part
    if (difference !== 0) return difference
  }
  return 0
}

type Test = (comparison: number) => boolean

const tests: Readonly<Record<string, Test>> = {
  '>=': (comparison) => comparison >= 0,
  '<=': (comparison) => comparison <= 0,
  '>': (comparison) => comparison > 0,
  '<': (comparison) => comparison < 0,
  '!': (comparison) => comparison !== 0,
  '=': (comparison) => comparison === 0,
  '': (comparison) => comparison === 0,
}

const single = /^(>=|<=|>|<|!|=|)v?(\d[\d.x*]*)$/i
const range = /^(\d[\d.]*)-(\d[\d.]*)$/

/**
 * What a rule says of a version (spec 1 §5): `=` exactly, `>` and `<`, `!` any but this, `>=` and `<=`, `a-b` a range with both
 * ends; no prefix means `=`. Undefined if it is not a rule.
 */
const readRule = (rule: string): ((version: string) => boolean) | undefined => {
  const text = rule.replaceAll(/\s/g, '')
  const [, from, to] = range.exec(text) ?? []
  if (from !== undefined && to !== undefined) {
    return (version) => compareVersion(version, from) >= 0 && compareVersion(version, to) <= 0
  }
  const [, prefix, wanted] = single.exec(text) ?? []
  const test = prefix === undefined ? undefined : tests[prefix]
  if (test === undefined || wanted === undefined) return undefined
  return (version) => test(compareVersion(version, wanted))
}

/** A mistyped rule says nothing: it shuts nobody out, and lets nobody in whom the others don't. */
export const isRule = (rule: string): boolean => readRule(rule) !== undefined

/** Whether a version meets a rule. A browser that says no version meets none. */
export const meetsRule = (version: string, rule: string): boolean =>
  versionParts(version).length > 0 && readRule(rule)?.(version) === true
