import type { Schedule } from '@sitwell/contract'

/** The provider whose extension has to be active before its exams open (decisions). */
const extensionProvider = 'proctorio'

/** Where an assessment opens (spec 2 §2): its exam, or the page that makes its proctoring active first. */
export const scheduleAddress = (
  { examGuid, proctorProvider, proctoringSessionID }: Pick<Schedule, 'examGuid' | 'proctorProvider' | 'proctoringSessionID'>,
  { proctoringActive }: { readonly proctoringActive: boolean },
): string =>
  proctorProvider?.toLowerCase() === extensionProvider && !proctoringActive
    ? `/proctoring/${encodeURIComponent(proctorProvider)}/${encodeURIComponent(proctoringSessionID ?? '')}/${examGuid}`
    : `/exam/${examGuid}`
