import { sebFile } from '@sitwell/contract'
import { sebFile as fileOf } from '@sitwell/exam/seb/seb-file'
import { asAttachment } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { examSettingsOf } from './exam-settings.ts'
import { readFileToken } from './file-token.ts'
import type { SebContext } from './seb-context.ts'
import { settingsOfSchedule } from './settings-of-schedule.ts'

interface File {
  readonly content: string
  readonly name: string
}

/** The settings that the server makes for an exam, as the program opens them. */
export const sebFileRoute = (context: SebContext) =>
  route(
    sebFile,
    async ({ query, request }) => {
      const holder = await readFileToken(context, query.token)
      const settings = holder && (await settingsOfSchedule(context, holder, request))
      if (!settings?.rule.generate) return refuse('NOT_FOUND', 'There is no such file for this caller.')
      const value: File = { content: fileOf(examSettingsOf(settings)), name: `${settings.exam.name}.seb` }
      return { ok: true, value }
    },
    {
      send: (reply, value) => {
        // What the handler above has made.
        const { content, name } = value as File
        return reply
          .type('application/seb')
          .headers({
            'content-disposition': asAttachment(name),
            'cache-control': 'private, no-store',
            'x-content-type-options': 'nosniff',
          })
          .send(content)
      },
    },
  )
