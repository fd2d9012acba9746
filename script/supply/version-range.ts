import { satisfies, valid, validRange } from 'semver'

/**
 * Whether a version is in a range as advisories write them: `>=1.0.0 <1.2.3 || =2.0.0`, also with commas. If the range or
 * the version can not be read, the answer is yes, so that a person looks at the advisory.
 */
export const isInRange = (version: string, range: string): boolean => {
  const read = validRange(range.replaceAll(',', ' '))
  return read === null || valid(version) === null || satisfies(version, read, { includePrerelease: true })
}
