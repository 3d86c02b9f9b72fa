import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './toasts.module.css'
import type { Toast, ToastAction, Toasts } from './toasts.ts'

const ToastContext = createContext<Toasts | undefined>(undefined)

/** Shows short messages in the corner. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs a ToastProvider above')
  return toasts
}

export function ToastProvider({ toasts, children }: { toasts: Toasts; children: ReactNode }) {
  return (
    <ToastContext value={toasts}>
      {children}
      <ToastList toasts={toasts} />
    </ToastContext>
  )
}

function ToastList({ toasts }: { toasts: Toasts }) {
  const { t } = useTexts()
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  return (
    // A message stays while it has the pointer or the focus (WCAG 2.2.1).
    <div
      className={styles.list}
      role="status"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={styles.toast}
          data-kind={toast.kind}
          data-leaving={toast.leaving || undefined}
        >
          <p>{toast.message}</p>
          {toast.action && <ActionButton toast={toast} toasts={toasts} action={toast.action} />}
          <button type="button" onClick={() => toasts.dismiss(toast.id)} aria-label={t('close')}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  )
}

function ActionButton({ toast, toasts, action }: { toast: Toast; toasts: Toasts; action: ToastAction }) {
  return (
    <button
      type="button"
      className={styles.action}
      onClick={() => {
        toasts.dismiss(toast.id)
        action.run()
      }}
    >
      {action.label}
    </button>
  )
}
