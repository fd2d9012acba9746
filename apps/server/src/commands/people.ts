import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { createMailer, unsentFolder } from '../mail/mailer.ts'
import { resetMfa } from '../security/mfa/reset.ts'
import { mailPasswordLink } from '../security/passwords/password-link.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { endAllSessions } from '../security/sessions/end-all-sessions.ts'
import { makeLoginToken } from '../security/tokens/login-token.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

interface Wishes {
  readonly config: Config
  readonly orgId: number
  /** Minutes that a login token works. */
  readonly minutes: number | undefined
}

const minuteMs = 60_000

const loginToken = async (database: Database, { config, minutes }: Wishes, person: PersonTable) => {
  const holdsMs = minutes === undefined ? config.loginTokenMs : minutes * minuteMs
  const expiresAt = (await createCommandClock(database)).nowMs() + holdsMs
  const { loginAddress } = await makeLoginToken({ database, config }, person, { expiresAt })
  console.log(`${person.username}: ${loginAddress}`)
}

const invite = async (database: Database, { config }: Wishes, person: PersonTable) => {
  const clock = await createCommandClock(database)
  const mailer = createMailer(config, clock)
  try {
    await mailPasswordLink({ database, mailer, config }, person, { kind: 'INVITE', nowMs: clock.nowMs() })
  } finally {
    mailer.close()
  }
  const written = config.smtpUrl === undefined ? `, written into ${unsentFolder(config.dataFolder)}` : ''
  console.log(`${person.username}: a link was mailed to ${person.email}${written}.`)
}

const mfaReset = async (database: Database, _: Wishes, person: PersonTable) => {
  await resetMfa(database, person)
  console.log(`${person.username}: the second step of the sign-in is to be set up again.`)
}

const endSessions = async (database: Database, _: Wishes, person: PersonTable) => {
  const nowMs = (await createCommandClock(database)).nowMs()
  const whom = { orgId: person.org_id, userGuid: person.user_guid }
  const { ofPlayer, ofOffice } = await endAllSessions(database.kysely, whom, { reason: 'ended-by-staff', nowMs })
  console.log(`${person.username}: sign-ins that were ended: ${ofPlayer.length + ofOffice.length}.`)
}

/** What is done to people by their user names, by the command's name. */
const peopleCommands = { 'login-token': loginToken, invite, 'mfa-reset': mfaReset, 'end-sessions': endSessions } as const

export type PeopleCommand = keyof typeof peopleCommands

/** Does it to each; answers the exit code: 1 where somebody isn't there, or it can't be done to them. */
export const commandPeople = async (
  database: Database,
  command: PeopleCommand,
  usernames: readonly string[],
  wishes: Wishes,
): Promise<number> => {
  let failed = 0
  for (const username of usernames) {
    const person = await selectPersonByUsername(database, wishes.orgId, username)
    try {
      if (!person) throw new Error(`Nobody in organisation ${wishes.orgId} is called ${username}.`)
      await peopleCommands[command](database, wishes, person)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      failed += 1
    }
  }
  return failed > 0 ? 1 : 0
}
