UPDATE "campaigns" SET "audience" = "audience" || '{"tags": []}' WHERE NOT ("audience" ? 'tags');
