CREATE TABLE "analytics_queue" (
	"id" uuid PRIMARY KEY,
	"size" integer NOT NULL,
	"months" date[] NOT NULL,
	"content" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"month" date,
	"id" uuid,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"is_conversion" boolean NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	"visitor" uuid,
	CONSTRAINT "analytics_events_pkey" PRIMARY KEY("month","id")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "analytics_timings" (
	"day" date,
	"measure" text,
	"page" text,
	"device" text,
	"value" integer,
	"views" bigint NOT NULL,
	CONSTRAINT "analytics_timings_pkey" PRIMARY KEY("day","measure","page","device","value")
);
--> statement-breakpoint
-- The content is read once, soon: compressing it would cost more than its space.
ALTER TABLE "analytics_queue" ALTER COLUMN "content" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- What waits under the form of before is counted as well.
INSERT INTO analytics_queue (id, size, months, content)
SELECT gen_random_uuid(), count(*), array_agg(DISTINCT month), json_build_object('views', json_agg(json_build_object(
  'id', id, 'month', month, 'day', day, 'hour', hour, 'at', at, 'visitor', visitor, 'isBot', is_bot, 'page', page, 'language', language, 
  'source', source, 'utmSource', utm_source, 'utmMedium', utm_medium, 'utmCampaign', utm_campaign, 'utmTerm', utm_term, 'utmContent', utm_content, 'device', device, 'country', country)))
FROM (SELECT *, (row_number() OVER () - 1) / 500 AS part FROM analytics_view_queue) AS waiting GROUP BY part;
--> statement-breakpoint
DROP TABLE "analytics_view_queue";--> statement-breakpoint
CREATE INDEX "analytics_events_visitor" ON "analytics_events" ("visitor","name");