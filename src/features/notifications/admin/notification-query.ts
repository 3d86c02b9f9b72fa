/** Which notifications are shown. */
export interface ShownNotifications {
  isUnread: boolean
  /** The kind; undefined for all. */
  type: string | undefined
}

/** Reads the filters from an address. */
export function readNotificationQuery(params: URLSearchParams): ShownNotifications {
  return { isUnread: params.get('show') === 'unread', type: params.get('type') || undefined }
}

/** Writes the filters into an address. */
export function writeNotificationQuery({ isUnread, type }: ShownNotifications): URLSearchParams {
  const params = new URLSearchParams()
  if (isUnread) params.set('show', 'unread')
  if (type) params.set('type', type)
  return params
}
