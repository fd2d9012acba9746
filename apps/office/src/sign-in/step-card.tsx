import { Layer } from '@sitwell/layer/layer.tsx'
import { SignInCard } from '@sitwell/sign-in/sign-in-card.tsx'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import styles from './step-card.module.css'

/** Whether the sign-in stands over a page, whose session has ended. */
const OverPage = createContext(false)

/** Shows the steps below over the page, as one dialog whose title is that of each step. */
export const StepsOverPage = ({ children }: { readonly children: ReactNode }) => {
  const id = useId()
  return (
    <OverPage value={true}>
      <TitleId value={id}>
        <Layer look={{ veil: styles.veil, dialog: styles.dialog }} titleId={id}>
          {children}
        </Layer>
      </TitleId>
    </OverPage>
  )
}

const TitleId = createContext('')

const DialogStep = ({ title, takesFocus = false, children }: StepCardProps) => {
  const id = useContext(TitleId)
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  return (
    <>
      <h2 ref={ref} id={id} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {children}
    </>
  )
}

interface StepCardProps {
  readonly title: string
  /** No field has the focus: the title takes it, so that a screen reader starts there. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

/** The card of one step of the sign-in: its own page, or in the dialog over a page. */
export const StepCard = (props: StepCardProps) => (useContext(OverPage) ? <DialogStep {...props} /> : <SignInCard {...props} />)

export const useIsOverPage = (): boolean => useContext(OverPage)
