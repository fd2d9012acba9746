import type { LoginResponse } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import { accessTokenSeconds } from '../../http/caller.ts'
import { mayDo } from '../../roles/may.ts'
import { selectGrants } from '../../roles/queries.ts'
import { selectMfaOption } from '../mfa/queries.ts'
import type { SecurityContext } from '../security-context.ts'

/** What a sign-in and a refresh answer (spec 1 §3). */
export const loginReply = async (
  { sessions, database, clock }: Pick<SecurityContext, 'clock' | 'database' | 'sessions'>,
  person: PersonTable,
  {
    sessionId,
    refreshToken,
    mfaPending,
    madeBy,
  }: { sessionId: string; refreshToken: string; mfaPending: boolean; madeBy: string | null },
): Promise<{ ok: true; value: LoginResponse }> => {
  const admin = madeBy === null && mayDo(await selectGrants(database, person), 'player.admin', {}, clock.nowMs())
  return {
    ok: true,
    value: {
      access_token: await sessions.sign({
        orgId: person.org_id,
        userGuid: person.user_guid,
        sessionId,
        admin,
      }),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      UserLanguageID: person.language_id,
      UserID: person.user_id,
      UserGUID: person.user_guid,
      UserFirstName: person.first_name,
      UserLastName: person.last_name,
      DOB: person.date_of_birth,
      Admin: admin,
      NINumber: person.learner_identifier,
      Email: person.email,
      MfaRequired: mfaPending,
      MfaOption: await selectMfaOption(database, person.org_id, person.user_guid),
      UserTypeID: person.user_type_id,
      HasPhone: person.phone !== null && person.phone !== '',
    },
  }
}
