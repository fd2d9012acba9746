import { startedState } from '@sitwell/app-core/app-store'
import { originsOf } from '@sitwell/app-core/origins'
import type { Newcomer } from '@sitwell/sign-in/create-sign-in-actions.ts'
import { adminTargetOf } from '../administration/admin-target.ts'
import type { ClientSettings } from '../context/settings/client-settings.ts'
import { openExamStore } from '../storage/open-exam-store.ts'
import { maintainActivityLog } from '../sync/activity/maintain-activity-log.ts'
import type { PlayerApp } from './create-player.ts'

/** How an administrator is led to the administration instead of the rubric; undefined for everyone who continues to that. */
export const administratorsWay = (
  player: PlayerApp,
  { user, settings, complete }: Newcomer<ClientSettings>,
): (() => void) | undefined => {
  const { appSettings, client } = startedState(player.store.get())
  const { legacySingleSignon, adminInFrame, adminUrl = appSettings.adminUrl } = settings
  const target = adminTargetOf({
    admin: user.admin,
    userId: user.id,
    orgId: client.id,
    legacySingleSignon,
    adminInFrame,
    adminUrl,
    // The settings of a login page come from the server alone.
    allowedOrigins: originsOf([adminUrl, appSettings.adminUrl]),
    returnUrl: player.loginUrl(),
  })
  return (
    target &&
    (() => {
      if (target.kind === 'frame') {
        complete()
        player.environment.leaveTo(`/admin?${encodeURIComponent(client.urlToken)}`)
      } else {
        player.clearSession()
        player.environment.leaveTo(target.url)
      }
    })
  )
}

/** Tidies the log of what happened in this browser before the player shows. */
export const tidyActivityLog = async ({ environment, reportError }: PlayerApp): Promise<void> => {
  const { store } = await openExamStore(environment.nowMs, (error) => reportError(error, 'The browser keeps no answers'))
  await maintainActivityLog(store, environment.nowMs())
}
