import { officePreview } from '@sitwell/contract'
import { kindOfPreview } from '../../assessment/content/index.ts'
import { previewTokenSeconds } from '../../http/office/preview-tokens.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { PreviewContext } from './preview-context.ts'

/** Gives the token of a preview of a version of an exam, and tells the security log of it. */
export const officePreviewRoute = (context: PreviewContext) =>
  route(officePreview, async ({ caller, body, request }) => {
    const { examGuid, version } = body
    const kind = await kindOfPreview(context, { org_id: caller.orgId, exam_guid: examGuid, version })
    if (!kind) return refuse('NOT_FOUND', 'There is no such version of an exam.')
    const token = await context.previewTokens.sign({ ...caller, previews: { examGuid, version } })
    context.securityLog.note({
      kind: 'staff-act',
      orgId: caller.orgId,
      author: caller.userGuid,
      address: request.ip,
      what: officePreview.name,
      target: { examGuid, version },
    })
    return { ok: true, value: { token, validSeconds: previewTokenSeconds, ...kind } }
  })
