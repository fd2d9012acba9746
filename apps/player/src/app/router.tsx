import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import type { PlayerApp } from './create-player.ts'
import { returnAddress } from './proctoring/entry-address.ts'
import { RootFrame, SignedInFrame } from './shell/frames.tsx'
import { LogsRoute } from './shell/logs-route.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { launchAddress } from './start-up/launch-parameter.ts'

const AdminPage = lazy(() => import('../sign-in/admin-page.tsx'))
const ExamPage = lazy(() => import('../exam/exam-page.tsx'))
const ResultPage = lazy(() => import('../exam/screens/outro/result-page.tsx'))
const ElearningPage = lazy(() => import('../elearning/elearning-page.tsx'))
const PeoplePage = lazy(() => import('../support/people-page.tsx'))
const ReloadPage = lazy(() => import('../exam/screens/time/reload-page.tsx'))

/** `/exam/{examGuid}` and everything below it is one page, so that going from question to question keeps all that it holds. */
const ExamRoute = () => {
  const { examGuid = '', _splat } = useParams({ strict: false })
  return <ExamPage key={examGuid} examGuid={examGuid} page={_splat === undefined || _splat === '' ? undefined : _splat} />
}

const ElearningRoute = () => {
  const { elearningGuid = '' } = useParams({ strict: false })
  return <ElearningPage key={elearningGuid} courseGuid={elearningGuid} />
}

const ReloadRoute = () => {
  const { examGuid = '' } = useParams({ strict: false })
  return <ReloadPage key={examGuid} examGuid={examGuid} />
}

/** `/result/{examGuid}`, and below it each of its attempts. */
const ResultRoute = () => {
  const { examGuid = '', _splat } = useParams({ strict: false })
  return <ResultPage key={examGuid} examGuid={examGuid} formRunGuid={_splat === '' ? undefined : _splat} />
}

/** Every page and its address (spec 1 §2, spec 2 §2, spec 3 §2). */
export const createPlayerRouter = (player: PlayerApp) => {
  const root = createRootRoute({ component: RootFrame })

  // The login page stands before the router (app.tsx); with a session, its addresses lead on.
  const login = (path: string) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        const { externalSchedule, externalExam } = player.session
        const to = launchAddress({ schedule: externalSchedule.get(), exam: externalExam.get() })
        throw redirect({ to, replace: true })
      },
    })

  // On its own: a full-screen frame has a bar and an inactivity rule of its own.
  const admin = createRoute({
    getParentRoute: () => root,
    path: '/admin',
    component: () => <AdminPage loginUrl={player.loginUrl()} />,
  })
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: SignedInFrame,
  })
  const behind = { getParentRoute: () => signedIn } as const
  const rubric = createRoute({
    ...behind,
    path: '/rubric',
    component: lazyRouteComponent(() => import('../rubric/rubric-page.tsx')),
  })
  const schedules = createRoute({
    ...behind,
    path: '/schedules',
    component: lazyRouteComponent(() => import('../schedules/schedules-page.tsx')),
  })
  const exam = createRoute({ ...behind, path: '/exam/$examGuid', component: ExamRoute })
  const examBelow = createRoute({ getParentRoute: () => exam, path: '$', component: () => null })
  const proctorioFinish = createRoute({
    ...behind,
    path: '/proctorio/finish',
    component: lazyRouteComponent(() => import('./proctoring/proctorio-finish.tsx')),
  })
  // Where the provider's session is over: the page that it leads to stands before the router.
  const proctorioEnd = createRoute({
    ...behind,
    path: '/proctorio/end',
    beforeLoad: () => {
      const { clientName, userInfo1, userInfo2 } = player.store.get().settings ?? {}
      if (!clientName || !userInfo1 || !userInfo2) throw redirect({ to: '/schedules', replace: true })
      player.environment.leaveTo(returnAddress({ clientName, userInfo1, userInfo2 }))
    },
    component: () => null,
  })
  const proctoring = createRoute({
    ...behind,
    path: '/proctoring/$provider/$sessionId/$examGuid',
    component: lazyRouteComponent(() => import('./proctoring/proctorio-initialisation.tsx')),
  })
  const result = createRoute({ ...behind, path: '/result/$examGuid', component: ResultRoute })
  const resultBelow = createRoute({ getParentRoute: () => result, path: '$', component: () => null })
  const elearning = createRoute({ ...behind, path: '/elearning/$elearningGuid', component: ElearningRoute })
  const reload = createRoute({ ...behind, path: '/reload/$examGuid', component: ReloadRoute })
  const logs = createRoute({ ...behind, path: '/logs', component: LogsRoute })
  const log = createRoute({ ...behind, path: '/log/$logId', component: LogsRoute })
  const signIns = createRoute({
    ...behind,
    path: '/sign-ins',
    component: lazyRouteComponent(() => import('../support/sign-ins-page.tsx')),
  })
  const password = createRoute({
    ...behind,
    path: '/password',
    component: lazyRouteComponent(() => import('../sign-in/change-password-page.tsx')),
  })
  const people = createRoute({ ...behind, path: '/people', component: () => <PeoplePage enterAs={player.enterAs} /> })
  const notFound = createRoute({ ...behind, path: '$', component: NotFoundPage })

  return createRouter({
    routeTree: root.addChildren([
      ...['/', '/login', '/login/$loginToken', '/clients/$clientName'].map(login),
      admin,
      signedIn.addChildren([
        rubric,
        schedules,
        exam.addChildren([examBelow]),
        result.addChildren([resultBelow]),
        elearning,
        reload,
        proctorioFinish,
        proctorioEnd,
        proctoring,
        logs,
        log,
        signIns,
        password,
        people,
        notFound,
      ]),
    ]),
    // The query of a login address is the bare url token, so a query is kept as the text that it is.
    parseSearch: (search) => (search.length > 1 ? { text: search.replace(/^\?/, '') } : {}),
    stringifySearch: (search) =>
      'text' in search && typeof search.text === 'string' && search.text !== '' ? `?${search.text}` : '',
    scrollRestoration: false,
    defaultPendingMinMs: 0,
  })
}
