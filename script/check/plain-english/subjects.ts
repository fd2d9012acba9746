import { formatHit, hitsIn } from './count.ts'

/** The longest subject of a commit, in characters. */
const longestSubject = 72
/** `scope: imperative`, for example `server: reject a second save`. */
const form = /^[a-z0-9][a-z0-9-]*: [a-z]/

/** Checks the subject of one commit and returns a line for each fault. */
export const faultsOfSubject = (hash: string, subject: string): string[] => {
  const source = `commit ${hash}`
  return [
    ...(form.test(subject) ? [] : [`${source} “${subject}” must have the form “scope: imperative”`]),
    ...(subject.length <= longestSubject ? [] : [`${source} “${subject}” has more than ${longestSubject} characters`]),
    ...hitsIn([{ kind: 'subject', source, line: 1, text: subject.replaceAll(/`[^`]*`/g, '_') }]).map(formatHit),
  ]
}
