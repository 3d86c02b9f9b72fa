UPDATE "campaigns" SET "audience" = "audience" || '{"kinds": []}' WHERE NOT ("audience" ? 'kinds');
