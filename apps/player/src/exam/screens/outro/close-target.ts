import type { Schedule } from '@sitwell/contract'

/** The provider whose exams are proctored by an extension (decisions). */
const extensionProvider = 'proctorio'

/** Where Close leads (spec 3 §2): an extension that watches the exam is told of its end by the address. */
export const closeTarget = (
  { proctorProvider }: Pick<Schedule, 'proctorProvider'>,
  { proctoringActive }: { readonly proctoringActive: boolean },
): '/proctorio/finish' | '/schedules' =>
  proctoringActive && proctorProvider?.toLowerCase() === extensionProvider ? '/proctorio/finish' : '/schedules'

/** Whether a practice, whose page has no Close, has a way back to the schedules besides its Resit (decisions). */
export const hasWayBack = (
  { practice }: Pick<Schedule, 'practice'>,
  { proctoringMode, demoMode }: { readonly proctoringMode: number; readonly demoMode: boolean },
): boolean => practice && proctoringMode !== 1 && !demoMode

/** Whether the page has a Close: not for a practice exam, nor with proctoring mode 1 (spec 3 §2). */
export const hasClose = (
  { practice }: Pick<Schedule, 'practice'>,
  { proctoringMode }: { readonly proctoringMode: number },
): boolean => !practice && proctoringMode !== 1
