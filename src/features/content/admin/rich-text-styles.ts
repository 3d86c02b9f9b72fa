import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
