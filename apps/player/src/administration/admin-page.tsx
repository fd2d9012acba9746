import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { originsOf } from '@sitwell/app-core/origins'
import { init } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './admin-page.module.css'
import { adminAddress } from './admin-target.ts'
import { isLogoutMessage } from './logout-message.ts'

type Administration =
  | { readonly kind: 'asking' }
  | { readonly kind: 'frame'; readonly url: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly details: string }

/**
 * The administration inside the player (spec 1 §2): a full-screen frame. Its address is asked of the server each time, because the
 * settings of this tab may have come with a launch address that anybody can write.
 */
const AdminPage = ({ loginUrl }: { readonly loginUrl: string }) => {
  const player = usePlayer()
  const { api, appSettings, client, session, settings, signOut, text } = player
  const navigate = useNavigate()
  const frame = useRef<HTMLIFrameElement>(null)
  const [administration, setAdministration] = useState<Administration>({ kind: 'asking' })
  const { admin, id: userId } = session.user

  useEffect(() => {
    if (!admin || !settings.legacySingleSignon) {
      void navigate({ to: '/rubric', replace: true })
      return
    }
    const ask = async (): Promise<Administration> => {
      const outcome = await api.call(init, { body: { url: loginUrl } })
      if (!outcome.ok) return { kind: 'error', details: outcome.message }
      const vouched = [outcome.value.adminUrl, appSettings.adminUrl]
      const [url] = [settings.adminUrl, ...vouched].flatMap((adminUrl) => {
        const question = { adminUrl, allowedOrigins: originsOf(vouched), userId, orgId: client.id, returnUrl: loginUrl }
        return adminAddress(question) ?? []
      })
      return url === undefined ? { kind: 'none' } : { kind: 'frame', url }
    }
    void ask().then(setAdministration)
  }, [admin, api, appSettings.adminUrl, client.id, loginUrl, navigate, settings, userId])

  useEffect(() => {
    if (administration.kind !== 'frame') return
    const { origin } = new URL(administration.url)
    const onMessage = (message: MessageEvent<unknown>) => {
      if (message.source === frame.current?.contentWindow && isLogoutMessage(message, origin)) signOut()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [administration, signOut])

  const title = text('admin.title')
  useEffect(() => {
    document.title = title
  }, [title])
  if (administration.kind === 'error') {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(player)} details={administration.details} />
      </Page>
    )
  }
  if (administration.kind === 'none') {
    return (
      <Page align="centre" width="card">
        <Card width="card" className={styles.card}>
          <h1>{title}</h1>
          <p>{text('admin.none')}</p>
          <div className={styles.actions}>
            <Button variant="primary" onPress={() => navigate({ to: '/rubric' })}>
              {text('admin.goOn')}
            </Button>
            <Button onPress={signOut}>{text('bar.signOut')}</Button>
          </div>
        </Card>
      </Page>
    )
  }
  return (
    <>
      <Page align="centre" width="card">
        <div className={styles.waiting} role="status">
          <Spinner />
          <h1>{text('admin.redirecting')}</h1>
        </div>
      </Page>
      {administration.kind === 'frame' && (
        <iframe ref={frame} className={styles.frame} src={administration.url} title={title} allow="fullscreen" />
      )}
    </>
  )
}

export default AdminPage
