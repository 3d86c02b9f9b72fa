import { Button } from '@mantine/core'
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { describeError } from '#admin/kit/api/errors.ts'
import { useBusy } from '#admin/kit/api/use-busy.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './form.module.css'

interface FormProps<Values extends Record<string, unknown>> {
  initial: Values
  /** What is wrong with a value before it is sent. */
  validate?: NonNullable<UseFormInput<Values>['validate']>
  /** Sends the values; what the server refuses is told at the field that it names. */
  send: (values: Values) => Promise<void>
  submit: string
  /** Beside the button that submits. */
  actions?: ReactNode
  /** The fields; `form.getInputProps(name)` makes each one's props. */
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/** A form of many fields: it keeps their values and errors, and leads to the first field that is wrong. */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { initial, validate, send, submit, actions, children } = props
  const { t } = useTexts()
  const { isBusy, run } = useBusy()
  const form = useForm<Values>({ initialValues: initial, ...(validate && { validate }) })

  function showErrors(errors: Record<string, ReactNode>) {
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  async function submitValues(values: Values) {
    try {
      await send(values)
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure.fields : []
      if (refused.length > 0)
        showErrors(Object.fromEntries(refused.map(({ field, message }) => [field, message])))
      else form.setErrors({ '': describeError(failure, t) })
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => run(() => submitValues(values)), showErrors)}
    >
      {children(form)}
      <Hint isError role="alert">
        {form.errors['']}
      </Hint>
      <div className={styles.actions}>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  )
}
