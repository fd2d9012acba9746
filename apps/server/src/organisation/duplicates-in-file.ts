import type { PackageProblem } from '../import/imported-package.ts'
import { signInName } from '../sign-in-name.ts'
import type { OrganisationFile } from './organisation-file.ts'

/** Of each that stands a second time, where, and what it is that may stand once. */
const secondOnes = <T>(
  list: readonly T[],
  place: string,
  what: string,
  keyOf: (one: T) => string | number,
): PackageProblem[] => {
  const seen = new Set<string | number>()
  return list.flatMap((one, index) => {
    const key = keyOf(one)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ place: `${place}.${index}`, message: `${what} ${key} stands here a second time` }]
  })
}

/** What an organisation file names twice and may name once: one of the two would be lost without a word. */
export const duplicatesInFile = ({ people, messages, schedules }: OrganisationFile): PackageProblem[] => [
  ...secondOnes(people, 'people', 'the user name', (one) => signInName(one.username)),
  ...secondOnes(people, 'people', 'the user id', (one) => one.userId),
  ...secondOnes(people, 'people', 'the user guid', (one) => one.userGuid),
  ...secondOnes(messages, 'messages', 'the message', (one) => `${one.id} in language ${one.languageId}`),
  ...secondOnes(schedules, 'schedules', 'the schedule', (one) => one.guid),
]
