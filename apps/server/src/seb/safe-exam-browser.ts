import type { Requirement } from '../assessment/schedules/requirement.ts'
import { refuse } from '../http/refusal.ts'
import { siteOf } from '../security/organisation/site-addresses.ts'
import { sebKeysOf } from './exam-settings.ts'
import { showsSeb, tellsSeb } from './seb-proof.ts'
import { sebName, sebRuleOf } from './seb-rule.ts'

const openBy = 'Open the exam by the link on its page in Sitwell.'

/** One of the keys of the exam, shown with this very request: by whoever sits it in Safe Exam Browser with the exam's own settings. */
export const safeExamBrowser: Requirement<'SAFE_EXAM_BROWSER_REQUIRED'> = {
  begun: `The exam was opened in ${sebName}.`,
  askedOf: (applicant) => sebRuleOf(applicant) && sebName,
  unmet: async ({ database, config, keys }, { request, schedule, exam }) => {
    const rule = sebRuleOf({ schedule, exam })
    const site = await siteOf({ database, config }, schedule.org_id, request)
    if (!rule || !site) return undefined
    if (showsSeb(request, sebKeysOf({ keys, orgId: schedule.org_id, exam, rule, site }), site)) return undefined
    const why = tellsSeb(request) ? 'this one has other settings, or is another version' : 'this browser shows no key of it'
    return refuse('SAFE_EXAM_BROWSER_REQUIRED', `This exam is sat in ${sebName}, and ${why}. ${openBy}`)
  },
}
