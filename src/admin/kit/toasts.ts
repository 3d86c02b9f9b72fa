/** How long a toast stays, also one with an action to take, and how long it fades. */
export const toastDuration = 3000
export const actionDuration = 10_000
export const toastFade = 300

export type ToastKind = 'success' | 'warning' | 'error'

/** What can still be done about what a toast says, such as taking it back. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  kind: ToastKind
  message: string
  action?: ToastAction | undefined
  leaving: boolean
}

export interface Toasts {
  show(kind: ToastKind, message: string, action?: ToastAction): void
  dismiss(id: number): void
  /** Keeps all toasts while someone reads them (pointer or focus on them). */
  hold(): void
  release(): void
  current(): readonly Toast[]
  subscribe(listener: () => void): () => void
}

/** The short messages in the corner: each stays for three seconds, one with an action for ten, then fades. */
export function createToasts(): Toasts {
  let toasts: readonly Toast[] = []
  let nextId = 1
  let held = false
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  function replace(next: readonly Toast[]) {
    toasts = next
    for (const listener of listeners) listener()
  }
  function countDown({ id, action }: Toast) {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => dismiss(id), action ? actionDuration : toastDuration),
    )
  }
  function dismiss(id: number) {
    if (!toasts.some((toast) => toast.id === id && !toast.leaving)) return
    clearTimeout(timers.get(id))
    replace(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)))
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id)
        replace(toasts.filter((toast) => toast.id !== id))
      }, toastFade),
    )
  }

  return {
    show(kind, message, action) {
      const toast: Toast = { id: nextId++, kind, message, action, leaving: false }
      // The same message again replaces the previous one.
      for (const { id, message: shown } of toasts) if (shown === message) dismiss(id)
      replace([...toasts, toast])
      if (!held) countDown(toast)
    },
    dismiss,
    hold() {
      held = true
      for (const toast of toasts) if (!toast.leaving) clearTimeout(timers.get(toast.id))
    },
    release() {
      held = false
      for (const toast of toasts) if (!toast.leaving) countDown(toast)
    },
    current: () => toasts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
