import type { CommandValues } from './command-line.ts'

/** What the options say of schedules; nothing if none of them was given. The exam's password is asked for where it is wanted. */
export const scheduleFields = async (values: CommandValues) => {
  const { from, until, 'extra-time': extraTime, practice, password, proctoring, supports, release } = values
  const { 'safe-exam-browser': safeExamBrowser, 'config-key': configKeys, 'browser-exam-key': browserExamKeys } = values
  const seb = { safeExamBrowser, configKeys, browserExamKeys }
  if (
    [from, until, extraTime, practice, password, proctoring, supports, release, ...Object.values(seb)].every(
      (one) => one === undefined,
    )
  )
    return {}
  const { fieldsOf } = await import('../organisation/schedule-wishes.ts')
  const { argon2id } = await import('../passwords.ts')
  const read = async () => (await import('./read-exam-password.ts')).readExamPassword(process.env, process.stdin)
  const typed = password === undefined ? undefined : password ? await read() : ''
  return fieldsOf({ from, until, extraTime, practice, password: typed, proctoring, supports, release, ...seb }, argon2id.hash)
}
