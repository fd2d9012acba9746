import { officeChangeLanguages } from '@sitwell/contract'
import { languages as shipped } from '@sitwell/i18n/languages'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { versionOfLanguages } from '../organisation/settings/changed-between.ts'
import {
  holdSettings,
  noteChange,
  readSettingRows,
  type SettingRows,
  storeDetailsOf,
} from '../organisation/settings/setting-rows.ts'
import { languagesStateOf } from './look-state.ts'
import { changedByOf, type SettingsContext } from './show-settings.ts'

interface Wanted {
  readonly version: string
  readonly languageID: number | null
  readonly languages: readonly number[]
}

interface Author {
  readonly orgId: number
  readonly userGuid: string
  readonly nowMs: number
}

const withLanguages = (details: SettingRows['details'], { languageID, languages }: Wanted): SettingRows['details'] => {
  const { languageId: _language, languages: _languages, ...others } = details
  return {
    ...others,
    ...(languageID !== null && { languageId: languageID }),
    // In the order of the list of languages, so that the same choice is the same.
    ...(languages.length > 0 && { languages: shipped.map(({ id }) => id).filter((id) => languages.includes(id)) }),
  }
}

const change = ({ kysely }: Database, { orgId, userGuid, nowMs }: Author, wanted: Wanted) =>
  kysely.transaction().execute(async (transaction) => {
    await holdSettings(transaction, orgId)
    const before = await readSettingRows(transaction, orgId)
    const details = withLanguages(before.details, wanted)
    if (versionOfLanguages({ details }) === versionOfLanguages(before)) return { is: 'same', before, after: before } as const
    if (versionOfLanguages(before) !== wanted.version) return { is: 'stale', before, after: before } as const
    await storeDetailsOf(transaction, orgId, { details })
    await noteChange(transaction, { org_id: orgId, what: 'languages', changed_by: userGuid, changed_at: nowMs })
    return { is: 'changed', before, after: await readSettingRows(transaction, orgId) } as const
  })

const named = ({ details }: SettingRows) => JSON.stringify([details.languageId ?? null, details.languages ?? []])

/** Changes the language before a sign-in, and those to choose from. Who has chosen a language keeps it. */
export const officeChangeLanguagesRoute = (context: SettingsContext) =>
  route(officeChangeLanguages, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const ships = (id: number) => shipped.some((one) => one.id === id)
    if (![...body.languages, ...(body.languageID === null ? [] : [body.languageID])].every(ships))
      return refuse('INVALID_REQUEST', 'One of the languages doesn’t ship.', {
        details: [{ path: 'body.languages', message: 'no-language' }],
      })
    const outcome = await change(context.database, { orgId, userGuid, nowMs: context.clock.nowMs() }, body)
    const languages = languagesStateOf(outcome.after, await changedByOf(context, orgId))
    if (outcome.is === 'stale')
      return refuse('CHANGED_MEANWHILE', 'Somebody changed the languages since this version.', { current: languages })
    if (outcome.is === 'changed') {
      const target = { setting: 'languages', from: named(outcome.before), to: named(outcome.after) }
      context.securityLog.note({
        kind: 'setting-changed',
        orgId,
        author: userGuid,
        address: request.ip,
        what: 'languages',
        target,
      })
    }
    return { ok: true, value: { languages } }
  })
