import type { Supervisor } from '../assessment/schedules/index.ts'
import { siteOf } from '../security/organisation/site-addresses.ts'
import { sebKeysOf } from './exam-settings.ts'
import { showsSeb, tellsSeb } from './seb-proof.ts'
import { sebName, sebRuleOf } from './seb-rule.ts'

const openBy = 'Open the exam by the link on its page in Sitwell.'

/** One of the keys of the exam, shown with this very request: by whoever sits it in Safe Exam Browser with the exam's own settings. */
export const safeExamBrowser: Supervisor = {
  concerns: 'browser',
  begun: `The exam was opened in ${sebName}.`,
  askedOf: (applicant) => sebRuleOf(applicant) && sebName,
  unmet: async ({ database, config, keys }, { request, schedule, exam }) => {
    const rule = sebRuleOf({ schedule, exam })
    const site = await siteOf({ database, config }, schedule.org_id, request)
    if (!rule || !site) return undefined
    if (showsSeb(request, sebKeysOf({ keys, orgId: schedule.org_id, exam, rule, site }), site)) return undefined
    const why = tellsSeb(request) ? 'this one has other settings, or is another version' : 'this browser shows no key of it'
    return `This exam is sat in ${sebName}, and ${why}. ${openBy}`
  },
  listed: () => async (supervised) => (sebRuleOf(supervised) ? { safeExamBrowser: true } : {}),
  checkSaves:
    ({ database, config, keys }) =>
    async ({ request, schedule, exam }) => {
      const rule = sebRuleOf({ schedule, exam })
      const site = rule && (await siteOf({ database, config }, schedule.org_id, request))
      if (!site) return undefined
      const accepted = sebKeysOf({ keys, orgId: schedule.org_id, exam, rule, site })
      return async (saved) => (showsSeb(saved.request, accepted, site) ? undefined : 'browser')
    },
}
