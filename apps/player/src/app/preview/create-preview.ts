import { createSession } from '@sitwell/app-core/create-session'
import { browserEnvironment } from '@sitwell/app-core/environment'
import { newUuid } from '@sitwell/client/new-uuid'
import type { Schedule } from '@sitwell/contract'
import type { PreviewStart } from '@sitwell/contract/preview-messages'
import { servedFormOf } from '@sitwell/sign-in/served-form.ts'
import { schedulesStore } from '../../context/held-schedules.ts'
import { createPlayerSession } from '../../context/session-store.ts'
import { createLocalReplies } from './local-replies.ts'
import { createMemoryWindow } from './memory-window.ts'
import type { OfficeAround } from './office-around.ts'
import { previewFetch } from './preview-fetch.ts'

/** A schedule that nobody has: without a window, a password or supervision. */
const madeUpSchedule = (examGuid: string, { version }: PreviewStart): Schedule => ({
  guid: `preview-${newUuid()}`,
  scheduleType: 1,
  scheduleInfo: '',
  examName: '',
  examGuid,
  examTypeGuid: examGuid,
  commenced: false,
  completed: false,
  practice: false,
  requiresPassword: false,
  version,
  objectID: 0,
})

/**
 * The parts of a preview, each as the player has it but for where it leads: its storage is the frame's memory (the build sees to that), its address is its own, and its
 * calls go through `previewFetch`.
 */
export const createPreview = (started: PreviewStart, office: OfficeAround) => {
  const browser = browserEnvironment()
  const examGuid = `preview-${newUuid()}`
  const pages = createMemoryWindow(browser.origin, `/exam/${examGuid}`)
  let { token } = started
  const replies = createLocalReplies({ formRunGuid: newUuid(), nowMs: browser.nowMs })
  const environment = {
    ...browser,
    path: () => pages.location.pathname,
    search: () => '',
    href: () => `${browser.origin}${pages.location.pathname}`,
    isOpenedByHistory: () => false,
    dropSearch: () => {},
    showAddress: () => {},
    onHistory: () => () => {},
    onStored: () => {},
    leaveTo: () => browser.reload(),
    // What somebody speaks in the office stays what it was.
    setCookie: () => {},
    languages: () => browser.languages(),
    servedForm: servedFormOf(document),
    fetch: previewFetch({
      fetch: browser.fetch,
      origin: browser.origin,
      previewed: { seed: started.seed, examGuid },
      replies,
      token: () => token,
      renew: async () => {
        token = (await office.freshToken()) ?? token
        return token !== undefined
      },
    }),
  }
  schedulesStore.set([madeUpSchedule(examGuid, started)])
  const app = createSession({
    environment,
    app: 'player',
    session: createPlayerSession(environment.sessionStorage),
    ownHeaders: () => undefined,
    loginAddress: () => '/',
    textSets: () => ['visitor', 'player', 'preview'],
    tellsOfEnd: () => false,
    noteEnd: () => {},
    clearHeld: () => {},
  })
  return {
    ...app,
    pages,
    // Nobody pauses it, or adds time.
    liveFor: () => ({ follow: () => () => {} }),
    /** Loads the frame again: the office says again what it shows. */
    again: () => browser.reload(),
    started,
    user: {
      id: 0,
      guid: `preview-${newUuid()}`,
      languageId: started.languageId,
      firstName: started.person.firstName,
      lastName: started.person.lastName,
      admin: false,
    },
  }
}

export type Preview = ReturnType<typeof createPreview>
