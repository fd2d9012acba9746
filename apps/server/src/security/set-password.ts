import { passwordReset, setPasswordTokenCheck } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { organisationDetails, passwordPolicy } from '../organisation/organisation-file.ts'
import { deleteMfaDevices } from './mfa/queries.ts'
import { acceptsPassword } from './password-policy.ts'
import { readPersonalToken, takePersonalToken } from './personal-token.ts'
import { endOpenSessions, selectOrganisation, selectPerson, updatePasswordHash } from './queries.ts'

/** 0 success, 1 the password is refused, 3 the token is invalid (spec 1 §5). */
const success = { ok: true, value: { resultCode: 0 } } as const
const refused = { ok: true, value: { resultCode: 1 } } as const
const invalid = { ok: true, value: { resultCode: 3 } } as const

const holderOf = async ({ database, clock }: Ground, token: string) => {
  const holder = await readPersonalToken(database.kysely, clock.nowMs(), 'password', token)
  const person = holder && (await selectPerson(database, holder.org_id, holder.user_guid))
  return person?.suspended === 1 ? undefined : person
}

/** Whose password the link of a mail sets. */
export const setPasswordTokenCheckRoute = (ground: Ground) =>
  route(setPasswordTokenCheck, async ({ params }) => {
    const person = await holderOf(ground, params.token)
    if (!person) return invalid
    const { first_name: userFirstName, last_name: userLastName, username: logonID } = person
    return { ok: true, value: { resultCode: 0, userFirstName, userLastName, logonID } }
  })

/** Sets the password. The token is used up, the person's sessions end, and no remembered device passes the second step any more. */
export const passwordResetRoute = (ground: Ground) =>
  route(passwordReset, async ({ body }) => {
    const { database, clock, passwords, sessions } = ground
    const person = await holderOf(ground, body.token)
    if (!person) return invalid
    const organisation = await selectOrganisation(database, person.org_id)
    const details = organisation && organisationDetails.parse(JSON.parse(organisation.details))
    if (!acceptsPassword(details?.passwordPolicy ?? passwordPolicy.parse({}), body.password, person)) return refused
    const passwordHash = await passwords.hash(body.password)
    const ended = await database.kysely.transaction().execute(async (transaction) => {
      const holder = await takePersonalToken(transaction, clock.nowMs(), 'password', body.token, person)
      if (!holder) return undefined
      await updatePasswordHash(transaction, person, passwordHash)
      await deleteMfaDevices(transaction, person)
      return endOpenSessions(transaction, person.org_id, person.user_guid, 'password-reset', clock.nowMs())
    })
    if (!ended) return invalid
    for (const id of ended) sessions.forget(id)
    return success
  })
