import { sebFile, sebLinks } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { ownConfigKey, quitUrlOf } from './exam-settings.ts'
import { signFileToken } from './file-token.ts'
import type { SebContext } from './seb-context.ts'
import { showsSeb } from './seb-proof.ts'
import { settingsOfSchedule } from './settings-of-schedule.ts'

/** The same address in the scheme that the program is opened by: `sebs:` over https, `seb:` over http. */
const openedBy = (address: string) => address.replace(/^http/, 'seb')

/** The links with which a learner opens their own exam in Safe Exam Browser, and closes the program after it. */
export const sebLinksRoute = (context: SebContext) =>
  route(sebLinks, async ({ caller, query, request }) => {
    if (query.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person opens their own exams only.')
    const holder = { orgId: caller.orgId, userGuid: caller.userGuid, scheduleGuid: query.scheduleGuid }
    const settings = await settingsOfSchedule(context, holder, request)
    if (!settings) return refuse('NOT_FOUND', 'There is no such schedule for this person, or any browser will do for it.')
    const { generate, link } = settings.rule
    if (!generate) return { ok: true, value: link === undefined ? {} : { openUrl: openedBy(link) } }
    // A program that was started with settings of the other secret is closed by the address that is in those.
    const isOf = (one: Keys) =>
      showsSeb(request, { configKey: [ownConfigKey({ ...settings, keys: one })], browserExamKey: [] }, settings.site)
    const keys = context.keys.accepted.find(isOf) ?? context.keys
    const fileUrl = `${settings.site.api}/${sebFile.path}?token=${await signFileToken(context, holder)}`
    return { ok: true, value: { openUrl: openedBy(fileUrl), fileUrl, quitUrl: quitUrlOf({ ...settings, keys }) } }
  })
