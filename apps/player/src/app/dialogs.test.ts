import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sourcesIn = (folder: string, prefix = '') => {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/\.(test|spec)\.tsx$/.test(name))
    .map((name) => ({ name: prefix + name, source: readFileSync(path + name, 'utf8') }))
}
const sources = [
  ...sourcesIn('../'),
  ...sourcesIn('../../../../packages/sign-in/src/', 'sign-in/'),
  ...sourcesIn('../../../../packages/app-shell/src/', 'shell/'),
  ...sourcesIn('../../../../packages/ui/src/', 'ui/'),
]

/** The components that show a dialog, all of them over `dialog.tsx` of `packages/ui`. */
const withDialogs = sources.filter(({ source }) => /\/(ui\/|lazy-)dialog\.tsx/.test(source))

/** Buttons of these components by the messages on them, each with whether it keeps clear of where the learner has just pressed. */
const buttons = withDialogs.flatMap(({ source }) =>
  [...source.matchAll(/<Button\b[\s\S]*?<\/Button>/g)].map(([whole]) => {
    const ids = [...whole.matchAll(/['`]([$a-z][\w{}-]*\.\w+)['`]/g)].map(([, id]) => id).join(' ')
    return { id: ids || whole, keepsClear: whole.includes('isIrreversible') }
  }),
)

test('whatever covers the page is a dialog that watches presses, or shows nothing that decides anything', () => {
  const others = sources.filter(({ source }) => source.includes('@sitwell/layer/layer.tsx')).map(({ name }) => name)
  expect(others.sort()).toEqual([
    // A picture, a film, a document, what explains words, a message that stands until the window fills the screen, and the list of questions.
    'exam/proctoring/full-screen-notice.tsx',
    'exam/screens/explanations/explanation-card.tsx',
    'exam/screens/over-page/over-page.tsx',
    'exam/screens/sitting/questions-drawer.tsx',
    'ui/dialog.tsx',
  ])
  expect(sources.filter(({ source }) => /\b(confirm|alert|prompt)\(['"`t]/.test(source)).map(({ name }) => name)).toEqual([])
  // What a dialog offers is a button of ours, which takes a double click for one.
  const bare = withDialogs.filter(({ source }) => /<button\b/.test(source)).map(({ name }) => name)
  expect(bare).toEqual([])
})

test('presses are watched before the first dialog opens: on the pages of the app and of a preview, and in the second step of a sign-in', () => {
  const watching = sources.filter(({ source }) => source.includes('useEffect(() => void watchPresses(), [])'))
  expect(watching.map(({ name }) => name).sort()).toEqual([
    'app/preview/preview-app.tsx',
    'app/started-app.tsx',
    'sign-in/mfa/mfa-step.tsx',
  ])
  // Before the session there is no other dialog.
  const signingIn = withDialogs.filter(({ name }) => name.startsWith('sign-in/') || name.startsWith('rubric/'))
  expect(signingIn.map(({ name }) => name)).toEqual(['sign-in/mfa/mfa-step.tsx'])
})

test('in every dialog, what can’t be undone keeps clear of where the learner has just pressed', () => {
  expect(withDialogs.length).toBeGreaterThan(20)
  const clear = buttons.filter(({ keepsClear }) => keepsClear).map(({ id }) => id)
  expect(clear.sort()).toEqual([
    'bug.submit',
    'exam.extensionCancel',
    'exam.extensionContinue exam.extensionFinish',
    'exam.extensionNo',
    'exam.finishConfirm',
    'exam.leaveConfirm',
    'exam.partFinishedConfirm',
    'exam.unansweredConfirm',
    'logs.delete',
    'mfa.resetConfirm',
    'part-time.confirm',
    'signIns.end signIns.endOthers',
    'signOut.confirm',
    'upload.yes',
  ])
  // A button that is added is looked at, and is in one of the two lists.
  const others = buttons.filter(({ keepsClear }) => !keepsClear).map(({ id }) => id)
  expect([...new Set(others)].sort()).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the id as the source has it; of a session that ended
    '${about}.confirm',
    'bug.cancel',
    'bug.ok',
    'exam.backToSchedules',
    'exam.closedQuestionConfirm',
    'exam.confirm',
    'exam.connectionTrying exam.connectionTryNow',
    'exam.extensionYes',
    'exam.finishCancel',
    'exam.leaveCancel',
    'exam.monitorLostAgain',
    'exam.ok',
    'exam.seeResult',
    'exam.showUnanswered',
    'inactivity.ok',
    'inactivity.stay',
    'logs.cancel',
    'mfa.cancel',
    'navigation.ok',
    'outro.stopWaiting',
    'outro.timeLeftGoOn',
    'outro.timeLeftLater',
    'part-time.cancel',
    'people.enter',
    'people.enterNamed people.enter',
    'people.find',
    'people.stay',
    'print.again',
    'print.cancel',
    'print.close',
    'proctoring.ok',
    'proctoring.startAgain',
    'signIns.again',
    'signIns.back',
    'signIns.keep',
    'signOut.goOn signOut.stay',
    'upload.no',
    'upload.ok',
  ])
})
