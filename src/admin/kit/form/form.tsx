import { Button } from '@mantine/core'
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { StackedForm } from './stacked-form.tsx'

interface FormProps<Values extends Record<string, unknown>> {
  initial: Values
  /** Validates the values before they are sent. */
  validate?: NonNullable<UseFormInput<Values>['validate']>
  /** Sends the values; the server's errors are shown at the fields that they name. */
  send: (values: Values) => Promise<void>
  submit: string
  /** Beside the button that submits. */
  actions?: ReactNode
  /** The fields; `form.getInputProps(name)` makes each one's props. */
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/** A form with many fields: holds their values and errors, and focuses the first invalid field. */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { initial, validate, send, submit, actions, children } = props
  const form = useForm<Values>({ initialValues: initial, ...(validate && { validate }) })

  function showErrors(errors: Record<string, ReactNode>) {
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const { isBusy, error, failure, run } = useAction({
    showsFailure: true,
    onError: (refusal) => showErrors(fieldErrors(refusal)),
  })
  const hasFieldErrors = Object.keys(fieldErrors(error)).length > 0

  return (
    <StackedForm onSubmit={form.onSubmit((values) => run(() => send(values)), showErrors)}>
      {children(form)}
      <Hint isError role="alert">
        {!hasFieldErrors && failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
        {actions}
      </ButtonRow>
    </StackedForm>
  )
}
