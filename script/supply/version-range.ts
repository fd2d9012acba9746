/** A version as numbers, with whatever is behind a hyphen: an early one, which comes before the version itself. */
const partsOf = (version: string) => {
  const [numbers = '', early] = version.replace(/^v/, '').split('+')[0]?.split(/-(.*)/s) ?? []
  return { numbers: numbers.split('.').map(Number), early }
}

/** Below 0 if one comes before the other. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let index = 0; index < 3; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.early === b.early) return 0
  if (a.early === undefined) return 1
  if (b.early === undefined) return -1
  return a.early < b.early ? -1 : 1
}

const isWithin = (version: string, bound: string): boolean => {
  if (bound === '*' || bound === '') return true
  const [, sign = '=', limit = ''] = /^(<=|>=|<|>|=)?\s*v?(\d[\w.+-]*)$/.exec(bound) ?? []
  // What can't be read counts as affected: somebody looks at it then.
  if (limit === '') return true
  const difference = compareVersions(version, limit)
  return sign === '<'
    ? difference < 0
    : sign === '<='
      ? difference <= 0
      : sign === '>'
        ? difference > 0
        : sign === '>='
          ? difference >= 0
          : difference === 0
}

/** Whether a version is in a range as advisories write them: `>=1.0.0 <1.2.3 || =2.0.0`, also with commas. */
export const isInRange = (version: string, range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .replace(/(<=|>=|<|>|=)\s+/g, '$1')
      .split(/[\s,]+/)
      .every((bound) => isWithin(version, bound)),
  )
