import '@mantine/tiptap/styles.layer.css'
