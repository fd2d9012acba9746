import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import type { PlayerApp } from './create-player.ts'
import { RootFrame, SignedInFrame, VisitorFrame } from './shell/frames.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { SignInRoute } from './sign-in-route.tsx'
import { loginAddress } from './start-up/login-address.ts'

const ExamPage = lazy(() => import('../exam/exam-page.tsx'))

/** `/exam/{examGuid}` and everything below it is one page, so that going from question to question keeps all that it holds. */
const ExamRoute = () => {
  const { examGuid = '', _splat } = useParams({ strict: false })
  return <ExamPage key={examGuid} examGuid={examGuid} page={_splat === undefined || _splat === '' ? undefined : _splat} />
}

/** The address of an exam that a launch address brought, else the rubric. */
const afterLaunch = (player: PlayerApp): string => {
  const schedule = player.session.externalSchedule.get()
  return schedule === undefined ? '/rubric' : `/exam/${schedule.examGuid}`
}

/** Every page and its address (spec 1 §2, spec 2 §2). */
export const createPlayerRouter = (player: PlayerApp) => {
  const isSignedIn = () => player.store.get().session !== undefined

  const root = createRootRoute({ component: RootFrame })

  const visitors = createRoute({ getParentRoute: () => root, id: 'visitors', component: VisitorFrame })
  const signIn = (path: string) =>
    createRoute({
      getParentRoute: () => visitors,
      path,
      component: SignInRoute,
      beforeLoad: () => {
        // Only a launch address gets here with a session; opening the login page itself ends one at the start.
        if (isSignedIn()) throw redirect({ to: afterLaunch(player), replace: true })
      },
    })

  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: SignedInFrame,
    beforeLoad: () => {
      if (isSignedIn()) return
      throw redirect({
        href: loginAddress(player.store.get().client?.urlToken ?? player.lastClient.get()?.urlToken),
        replace: true,
      })
    },
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
  const notFound = createRoute({ ...behind, path: '$', component: NotFoundPage })

  return createRouter({
    routeTree: root.addChildren([
      visitors.addChildren([signIn('/'), signIn('/login'), signIn('/login/$loginToken'), signIn('/clients/$clientName')]),
      signedIn.addChildren([rubric, schedules, exam.addChildren([examBelow]), notFound]),
    ]),
    // The query of a login address is the bare url token, so a query is kept as the text that it is.
    parseSearch: (search) => (search.length > 1 ? { text: search.replace(/^\?/, '') } : {}),
    stringifySearch: (search) =>
      'text' in search && typeof search.text === 'string' && search.text !== '' ? `?${search.text}` : '',
    scrollRestoration: false,
    defaultPendingMinMs: 0,
  })
}
