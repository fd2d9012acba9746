import type { ScheduleTable } from '../db/schema.ts'
import { type AuthoredExam, type ProctorProvider, proctorProviders } from '../import/authored-exam.ts'

/** Who proctors a schedule: whom it names itself, or its exam; undefined if nobody does. */
export const proctorProviderOf = (
  { proctor_provider }: Pick<ScheduleTable, 'proctor_provider'>,
  { settings }: Pick<AuthoredExam, 'settings'>,
): ProctorProvider | undefined =>
  proctor_provider === null ? settings.proctorProvider : proctorProviders.find((one) => one === proctor_provider)
