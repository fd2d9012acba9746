import { officeSettings, type Permission } from '@sitwell/contract'
import type { Caller } from '../http/caller.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import { iso } from '../office/people/person-state.ts'
import { readChanges, readSettingRows } from '../organisation/settings/setting-rows.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { languagesStateOf, lookStateOf } from './look-state.ts'
import { type ChangedBy, type MayChange, otherSettings, ruleStates } from './rule-state.ts'

export type SettingsContext = Pick<SecurityContext, 'clock' | 'config' | 'database' | 'securityLog'>

/** What a caller may change, asked of the database now. */
export const mayChangeOf = async ({ database, clock }: SettingsContext, caller: Caller): Promise<MayChange> => {
  const grants = await grantsOfCaller(database, caller)
  const may = (permission: Permission) => mayDo(grants, permission, {}, clock.nowMs())
  return { mayWrite: may('settings.write'), isOwner: may('owners.manage') }
}

/** Who changed what last, by name. */
export const changedByOf = async ({ database }: Pick<SettingsContext, 'database'>, orgId: number): Promise<ChangedBy> => {
  const changes = await readChanges(database.kysely, orgId)
  const nameOf = await namesOf(
    database,
    orgId,
    [...changes.values()].map(({ changed_by }) => changed_by),
  )
  return (what) => {
    const change = changes.get(what)
    return change && { by: nameOf(change.changed_by), at: iso(change.changed_at) }
  }
}

/** All that an organisation has set, with what holds if nothing is. */
export const officeSettingsRoute = (context: SettingsContext) =>
  route(officeSettings, async ({ caller }) => {
    const { database, config, clock } = context
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const [rows, may, changedBy] = await Promise.all([
      readSettingRows(database.kysely, orgId),
      mayChangeOf(context, caller),
      changedByOf(context, orgId),
    ])
    const of = { orgId, product: config.productName }
    return {
      ok: true,
      value: {
        rules: ruleStates(of, rows, may, changedBy),
        others: otherSettings(of, rows),
        look: lookStateOf(rows, changedBy),
        languages: languagesStateOf(rows, changedBy),
        asOf: iso(nowMs),
      },
    }
  })
