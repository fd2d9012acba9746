import { type ComponentType, useEffect, useState } from 'react'
import type { FormulaFormProps } from './formula-form.tsx'
import styles from './rich-text-editor.module.css'

type Form = ComponentType<FormulaFormProps>

let loaded: Form | undefined

const loadForm = async (): Promise<Form> => {
  loaded ??= (await import('./formula-form.tsx')).default
  return loaded
}

/** The form for formulas, which brings the reading of TeX with it: loaded when somebody first asks for it. */
export const FormulaTool = (props: FormulaFormProps) => {
  const { text } = props
  const [state, setState] = useState<{ Form: Form } | 'loading' | 'failed'>(() => (loaded ? { Form: loaded } : 'loading'))
  useEffect(() => {
    if (loaded) return
    let isOver = false
    loadForm().then(
      (Form) => !isOver && setState({ Form }),
      () => !isOver && setState('failed'),
    )
    return () => {
      isOver = true
    }
  }, [])
  if (typeof state === 'object') return <state.Form {...props} />
  return (
    <p role="status" className={styles.toolForm}>
      {text(state === 'loading' ? 'formula.loading' : 'formula.missing')}
    </p>
  )
}
