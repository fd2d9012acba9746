import type { Controls } from '../../ascx/controls.ts'
import type { AssessmentContext } from '../../assessment/assessment-context.ts'
import type { PreviewTokens } from '../../http/office/preview-tokens.ts'
import type { SecurityContext } from '../../security/security-context.ts'

/** What the calls of previews need. */
export interface PreviewContext
  extends Pick<SecurityContext, 'securityLog'>,
    Pick<AssessmentContext, 'clock' | 'config' | 'database' | 'exams' | 'organisationOrigins'> {
  readonly controls: Controls
  readonly previewTokens: PreviewTokens
}
