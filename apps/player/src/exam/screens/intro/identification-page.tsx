import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './intro-screen.module.css'

/** Asks who sits a downloadable practice exam, which anyone may (spec 2 §2). */
export const IdentificationPage = ({ onIdentified }: { onIdentified(name: string): void }) => {
  const { text } = usePlayer()
  const [name, setName] = useState('')
  const isNamed = name.trim() !== ''
  const form = useRef<HTMLFormElement>(null)
  const clear = () => {
    setName('')
    // The button is off now, and would lose the focus.
    form.current?.querySelector('input')?.focus()
  }
  const complete = (event: FormEvent) => {
    event.preventDefault()
    if (isNamed) onIdentified(name.trim())
  }
  return (
    <Page align="centre" width="card" keepsFocus>
      <Card width="card">
        <form ref={form} onSubmit={complete}>
          <h1 className={styles.title}>{text('exam.identify')}</h1>
          <TextField
            label={text('exam.identifyName')}
            value={name}
            onChange={setName}
            autoFocus
            autoComplete="name"
            hasNoError
          />
          <div className={styles.actions}>
            <Button onPress={clear} isDisabled={name === ''}>
              {text('exam.identifyClear')}
            </Button>
            <Button type="submit" variant="primary" isDisabled={!isNamed}>
              {text('exam.identifyComplete')}
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  )
}
