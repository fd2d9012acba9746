import type { FastifyRequest } from 'fastify'
import { scheduledExam } from '../assessment/schedules/index.ts'
import { siteOf } from '../security/organisation/site-addresses.ts'
import type { SettingsContext } from './exam-settings.ts'
import type { FileHolder } from './file-token.ts'
import type { SebContext } from './seb-context.ts'
import { sebRuleOf } from './seb-rule.ts'

/** What the settings of somebody's scheduled exam are made from; undefined if it isn't sat in Safe Exam Browser. */
export const settingsOfSchedule = async (
  context: Pick<SebContext, 'config' | 'database' | 'exams' | 'keys'>,
  { orgId, userGuid, scheduleGuid }: FileHolder,
  request: FastifyRequest,
): Promise<SettingsContext | undefined> => {
  const scheduled = await scheduledExam(context, { orgId, userGuid }, scheduleGuid)
  const rule = scheduled && sebRuleOf(scheduled)
  const site = rule && (await siteOf(context, orgId, request))
  return site && { keys: context.keys, orgId, exam: scheduled.exam, rule, site }
}
