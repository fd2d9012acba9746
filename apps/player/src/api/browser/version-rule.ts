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

const tests: readonly (readonly [prefix: string, test: Test])[] = [
  ['>=', (comparison) => comparison >= 0],
  ['<=', (comparison) => comparison <= 0],
  ['>', (comparison) => comparison > 0],
  ['<', (comparison) => comparison < 0],
  ['!', (comparison) => comparison !== 0],
  ['=', (comparison) => comparison === 0],
]

/**
 * Whether a version meets a rule (spec 1 §5): `=` exactly, `>` and `<`, `!` any but this, `>=` and `<=`, `a-b` a range with both
 * ends; no prefix means `=`.
 */
export const meetsRule = (version: string, rule: string): boolean => {
  const text = rule.replaceAll(/\s/g, '')
  const range = /^([\d.]+)-([\d.]+)$/.exec(text)
  if (range !== null) return compareVersion(version, range[1] ?? '') >= 0 && compareVersion(version, range[2] ?? '') <= 0
  for (const [prefix, test] of tests) {
    if (text.startsWith(prefix)) return test(compareVersion(version, text.slice(prefix.length)))
  }
  return compareVersion(version, text) === 0
}
