import { panelMessages } from '@sitwell/question-types/panel-messages'
import { joinMessages, type MessageSet } from '../api/messages/catalogue.ts'
import { defaultMessages } from '../api/messages/default-messages.ts'
import { logsMessages } from '../api/messages/logs-messages.ts'
import { panelTranslations } from '../api/messages/panel-translations.ts'
import { rubricMessages } from '../api/messages/rubric-messages.ts'
import { schedulesMessages } from '../api/messages/schedules-messages.ts'
import { supportMessages } from '../api/messages/support-messages.ts'
import { elearningMessages } from '../elearning/elearning-messages.ts'
import { documentsMessages } from '../exam/documents/documents-messages.ts'
import { endingMessages } from '../exam/ending-messages.ts'
import { examMessages } from '../exam/exam-messages.ts'
import { handInMessages } from '../exam/hand-in/hand-in-messages.ts'
import { outroMessages } from '../exam/outro/outro-messages.ts'
import { printMessages } from '../exam/print/print-messages.ts'
import { sebMessages } from '../exam/seb/seb-messages.ts'
import { toolsMessages } from '../exam/tools/tools-messages.ts'
import { uploadMessages } from '../exam/tools/upload/upload-messages.ts'
import { proctoringMessages } from './proctoring/proctoring-messages.ts'
import { sessionMessages } from './shell/session-messages.ts'

const ofPanels: MessageSet = Object.fromEntries(
  Object.entries(panelMessages).map(([id, en]) => [id, { en, ar: panelTranslations[id] ?? en }]),
)

/** The whole catalogue: what the player says anywhere. Its ids are what the server is asked for. */
export const allMessages = joinMessages([
  defaultMessages,
  supportMessages,
  logsMessages,
  rubricMessages,
  schedulesMessages,
  elearningMessages,
  examMessages,
  toolsMessages,
  printMessages,
  uploadMessages,
  documentsMessages,
  outroMessages,
  handInMessages,
  endingMessages,
  sebMessages,
  sessionMessages,
  proctoringMessages,
  ofPanels,
])
