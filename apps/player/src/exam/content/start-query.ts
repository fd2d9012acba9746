import type { Schedule } from '@sitwell/contract'

/** What names the exam to fetch and to start (spec 2 §7). */
export const startQuery = (
  schedule: Schedule,
  userGuid: string,
  playerVersion: string,
  publicUserName: string | undefined = undefined,
) => ({
  userGuid,
  scheduleGuid: schedule.guid,
  scheduleType: schedule.scheduleType,
  examGuid: schedule.examGuid,
  examObjectTypeGuid: schedule.examTypeGuid,
  versionNumber: schedule.version,
  playerVersion,
  ...(publicUserName === undefined || publicUserName === '' ? {} : { publicUserName }),
})
