import { useAddress, useNavigate } from '@sitwell/navigation/navigation.tsx'
import { matchAddress, type Named, type PageAddress } from '@sitwell/navigation/page-address.ts'
import { lazy, memo, type ReactNode, useEffect } from 'react'
import type { PlayerApp } from './create-player.ts'
import { returnAddress } from './proctoring/return-address.ts'
import { PlayerFrame, SignedInFrame } from './shell/frames.tsx'
import { LogsRoute } from './shell/logs-route.tsx'
import { NoSuchPage } from './shell/no-such-page.tsx'
import { launchAddress } from './start-up/launch-address.ts'

const AdminPage = lazy(() => import('../administration/admin-page.tsx'))
const ChangePasswordPage = lazy(() => import('@sitwell/sign-in/change-password-page.tsx'))
const ElearningPage = lazy(() => import('../elearning/elearning-page.tsx'))
const ExamPage = lazy(() => import('../exam/exam-page.tsx'))
const PeopleRoute = lazy(() => import('./people-route.tsx'))
const ProctorioFinish = lazy(() => import('./proctoring/proctorio-finish.tsx'))
const ProctorioInitialisation = lazy(() => import('./proctoring/proctorio-initialisation.tsx'))
const ReloadPage = lazy(() => import('../exam/screens/time/reload-page.tsx'))
const ResultPage = lazy(() => import('../exam/screens/outro/result-page.tsx'))
const RubricPage = lazy(() => import('../rubric/rubric-page.tsx'))
const SchedulesPage = lazy(() => import('../schedules/schedules-page.tsx'))
const SignInsPage = lazy(() => import('../support/sign-ins-page.tsx'))

/** Where the provider's session is over: the page that it leads to stands before all of these. */
const ProctorioEnd = ({ player }: { readonly player: PlayerApp }) => {
  const navigate = useNavigate()
  useEffect(() => {
    const { clientName, userInfo1, userInfo2 } = player.store.get().settings ?? {}
    if (!clientName || !userInfo1 || !userInfo2) void navigate({ to: '/schedules', replace: true })
    else player.environment.leaveTo(returnAddress({ clientName, userInfo1, userInfo2 }))
  }, [player, navigate])
  return null
}

const orUndefined = (part: string | undefined) => (part === '' ? undefined : part)

/** Every page behind the sign-in and its address, the first that fits (spec 1 §2, spec 2 §2, spec 3 §2). */
const pages: readonly (readonly [pattern: string, page: (named: Named, player: PlayerApp) => ReactNode])[] = [
  ['/rubric', () => <RubricPage />],
  ['/schedules', () => <SchedulesPage />],
  // All that is below is one page, so that going from question to question keeps all that it holds.
  ['/exam/$guid/$', ({ guid = '', rest }) => <ExamPage key={guid} examGuid={guid} page={orUndefined(rest)} />],
  // And below it each of its attempts.
  ['/result/$guid/$', ({ guid = '', rest }) => <ResultPage key={guid} examGuid={guid} formRunGuid={orUndefined(rest)} />],
  ['/reload/$guid', ({ guid = '' }) => <ReloadPage key={guid} examGuid={guid} />],
  ['/elearning/$guid', ({ guid = '' }) => <ElearningPage key={guid} courseGuid={guid} />],
  ['/proctorio/finish', () => <ProctorioFinish />],
  ['/proctorio/end', (_, player) => <ProctorioEnd player={player} />],
  [
    '/proctoring/$provider/$session/$guid',
    ({ session = '', guid = '' }) => <ProctorioInitialisation sessionId={session} examGuid={guid} />,
  ],
  ['/logs', () => <LogsRoute />],
  ['/log/$id', ({ id }) => <LogsRoute logId={id} />],
  ['/sign-ins', () => <SignInsPage />],
  ['/password', () => <ChangePasswordPage />],
  ['/people', (_, player) => <PeopleRoute player={player} />],
  ['/$', () => <NoSuchPage />],
]

const pageAt = (address: PageAddress, player: PlayerApp): ReactNode => {
  for (const [pattern, page] of pages) {
    const named = matchAddress(pattern, address)
    if (named !== undefined) return page(named, player)
  }
}

/** The page of the address, in its frames. */
export const Pages = memo(({ player }: { readonly player: PlayerApp }) => {
  const address = useAddress()
  const { pathname } = address
  useEffect(() => player.trail.note(`page: ${pathname}`), [player, pathname])
  // On its own: a full-screen frame has a bar and an inactivity rule of its own.
  const isAdmin = matchAddress('/admin', address) !== undefined
  return (
    <PlayerFrame>
      {isAdmin ? <AdminPage loginUrl={player.loginUrl()} /> : <SignedInFrame>{pageAt(address, player)}</SignedInFrame>}
    </PlayerFrame>
  )
})

const loginPages = ['/', '/login', '/login/$token', '/clients/$name']

/** Where an address of the login page leads on to with a session; undefined for any other. The login page itself stands before the pages (app.tsx). */
export const leadOn = (
  address: PageAddress,
  { externalSchedule, externalExam }: Pick<PlayerApp['session'], 'externalSchedule' | 'externalExam'>,
): string | undefined =>
  loginPages.some((pattern) => matchAddress(pattern, address))
    ? launchAddress({ schedule: externalSchedule.get(), exam: externalExam.get() })
    : undefined
