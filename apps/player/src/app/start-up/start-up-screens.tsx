import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { Card } from '@sitwell/ui/card.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect } from 'react'
import type { PlayerApp } from '../create-player.ts'
import styles from './start-up-screens.module.css'
import { useStartUpWords } from './start-up-words.ts'
import { StoredExamLink, useStoredExam } from './stored-exam-link.tsx'

export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** The same as what `index.html` shows before anything is loaded, so that nothing moves when this takes its place. */
export const Initializing = () => {
  const { text } = useStartUpWords()
  useTitle(text('app.name'))
  return (
    <main id="main" tabIndex={-1} className="boot">
      <div role="status">
        <span className="boot-spinner" aria-hidden="true" />
        <p>{text('app.initializing')}</p>
      </div>
      <p className="boot-slow">{text('app.slow')}</p>
    </main>
  )
}

export const InitializeError = ({ details, player }: { readonly details: string; readonly player: PlayerApp }) => {
  const { text, textOrDefault } = useStartUpWords()
  const stored = useStoredExam(player)
  const { appSettings } = player.store.get()
  const texts = networkErrorTexts({ text, textOrDefault, appSettings: { appVersion: appSettings?.appVersion ?? '' } })
  useTitle(texts.title)
  return (
    <Page align="centre" width="card">
      <NetworkErrorCard texts={texts} details={details}>
        {stored && <StoredExamLink stored={stored} player={player} />}
      </NetworkErrorCard>
    </Page>
  )
}

export const ClientNotFound = ({ player }: { readonly player: PlayerApp }) => {
  const { text } = useStartUpWords()
  const stored = useStoredExam(player)
  useTitle(text('client.notFoundTitle'))
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.plain}>
        <h1>{text('client.notFoundTitle')}</h1>
        <p>{text('client.notFoundText')}</p>
        {stored && <StoredExamLink stored={stored} player={player} />}
      </Card>
    </Page>
  )
}
