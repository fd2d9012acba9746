import type { Call } from './call.ts'
import { abandonSession } from './calls/abandon-session.ts'
import { activityLog } from './calls/activity-log.ts'
import { canStart } from './calls/can-start.ts'
import { checkPassword } from './calls/check-password.ts'
import { complete } from './calls/complete.ts'
import { configuration } from './calls/configuration.ts'
import { errorReport } from './calls/error-report.ts'
import { examJson } from './calls/exam-json.ts'
import { formRunsQuery } from './calls/form-runs-query.ts'
import { init } from './calls/init.ts'
import { logout } from './calls/logout.ts'
import { messages } from './calls/messages.ts'
import { ping } from './calls/ping.ts'
import { reset } from './calls/reset.ts'
import { resource } from './calls/resource.ts'
import { result } from './calls/result.ts'
import { saveAnswer } from './calls/save-answer.ts'
import { saveTime } from './calls/save-time.ts'
import { schedules } from './calls/schedules.ts'
import { setting } from './calls/setting.ts'
import { start } from './calls/start.ts'
import { time } from './calls/time.ts'
import { token } from './calls/token.ts'
import { work } from './calls/work.ts'

/** Every call, by name. */
export const calls = {
  abandonSession,
  activityLog,
  canStart,
  checkPassword,
  complete,
  configuration,
  errorReport,
  examJson,
  formRunsQuery,
  init,
  logout,
  messages,
  ping,
  reset,
  resource,
  result,
  saveAnswer,
  saveTime,
  schedules,
  setting,
  start,
  time,
  token,
  work,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

export {
  abandonSession,
  activityLog,
  canStart,
  checkPassword,
  complete,
  configuration,
  errorReport,
  examJson,
  formRunsQuery,
  init,
  logout,
  messages,
  ping,
  reset,
  resource,
  result,
  saveAnswer,
  saveTime,
  schedules,
  setting,
  start,
  time,
  token,
  work,
}
