import { join } from 'node:path'
import { officeExportPerson } from '@sitwell/contract'
import type { ExamCache } from '../assessment/form-run/index.ts'
import type { PersonTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { openSentFile, type SentFile, sendFile } from '../http/sent-file.ts'
import { route } from '../http/service.ts'
import { inOwnFolder } from '../library/reading/own-folder.ts'
import { findForAct } from '../office/people/found-person.ts'
import { writeZip } from '../organisation/export/zip-file.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { noteOpenings } from './note-openings.ts'
import { filesOfPerson, personDocument } from './person-document.ts'

/** Exports that are made at once: each holds all rows of a person, and one of their files. */
const mostAtOnce = 2
const retryAfterSeconds = 10

type Context = Pick<SecurityContext, 'clock' | 'config' | 'database' | 'securityLog'> & { readonly exams: ExamCache }

/** The caller, and their address. */
interface Asked {
  readonly caller: Caller
  readonly address: string
}

/** Makes the archive in its own folder, which is removed before the archive is sent. */
const archiveOf = (context: Context, person: PersonTable, { caller, address }: Asked) =>
  inOwnFolder(context.config, async (folder): Promise<SentFile> => {
    const { database, clock, securityLog } = context
    const { orgId, userGuid: author } = caller
    const document = await personDocument(context, person, clock.nowMs())
    const by = { opened_by: author, opened_at: clock.nowMs() }
    for (const { document_id, accommodation_id } of await noteOpenings(database, document, by)) {
      const target = { document: document_id, accommodation: accommodation_id }
      securityLog.note({ kind: 'document-opened', orgId, userGuid: person.user_guid, author, address, target })
    }
    async function* files(): AsyncGenerator<readonly [string, Uint8Array]> {
      yield ['person.json', Buffer.from(document.text)]
      for await (const { name, bytes } of filesOfPerson(database, person, document)) {
        const parts: Uint8Array[] = []
        for await (const part of bytes) parts.push(part)
        yield [name, Buffer.concat(parts)]
      }
    }
    const path = join(folder, 'person.zip')
    await writeZip(path, files())
    return openSentFile(path, `person-${person.user_id}.zip`)
  })

/** Hands out all that is known of a person, to be passed on to them. */
export const officeExportPersonRoute = (context: Context) => {
  let underWay = 0
  return route(
    officeExportPerson,
    async ({ caller, body, request }) => {
      const found = await findForAct(context, caller, body.userID, (may) => may.export)
      if (!found.ok) return found
      if (underWay >= mostAtOnce) return refuse('BUSY', 'Other exports are being made.', { retryAfterSeconds })
      underWay += 1
      try {
        const sent = await archiveOf(context, found.person, { caller, address: request.ip })
        const about = { orgId: caller.orgId, userGuid: found.person.user_guid, author: caller.userGuid, address: request.ip }
        context.securityLog.note({ kind: 'person-exported', ...about, what: 'office' })
        return { ok: true, value: sent }
      } finally {
        underWay -= 1
      }
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )
}
