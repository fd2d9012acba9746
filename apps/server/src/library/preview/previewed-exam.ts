import { previewAttempt, previewControl, previewExam, previewSetting } from '@sitwell/contract'
import { renderedControl, sendControl } from '../../ascx/legacy-control.ts'
import { attemptInPreview, previewContent } from '../../assessment/content/index.ts'
import { writtenContent } from '../../assessment/form-run/index.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { settingReader } from '../../security/organisation/setting.ts'
import type { PreviewContext } from './preview-context.ts'

const notFound = () => refuse('NOT_FOUND', 'There is nothing of this name in the exam that is previewed.')

/** The version that a token of a preview names. Every caller of these calls has such a token. */
const placeOf = ({ orgId, previews }: Caller) => ({
  org_id: orgId,
  exam_guid: previews?.examGuid ?? '',
  version: previews?.version ?? 0,
})

/** The exam as its learners see it, without keys. */
export const previewExamRoute = (context: PreviewContext) =>
  route(
    previewExam,
    async ({ caller, body }) => {
      const value = await previewContent(context, placeOf(caller), body.seed)
      return value ? { ok: true, value } : notFound()
    },
    { written: writtenContent },
  )

/** What is said of an answer that is checked while the exam continues. */
export const previewAttemptRoute = (context: PreviewContext) =>
  route(previewAttempt, async ({ caller, body }) => {
    const value = await attemptInPreview(context, placeOf(caller), body)
    return value ? { ok: true, value } : notFound()
  })

/** What the organisation has set for its learners. */
export const previewSettingRoute = (context: PreviewContext) => {
  const read = settingReader(context)
  return route(previewSetting, async ({ caller, query }) => ({
    ok: true,
    value: { value: await read(caller.orgId, query.settingName) },
  }))
}

/** A legacy control, which holds nothing but what the caller sent and its template. */
export const previewControlRoute = ({ controls }: PreviewContext) =>
  route(previewControl, async ({ body }) => renderedControl(controls, body), { send: sendControl })
